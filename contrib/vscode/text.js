// Titles are text that anybody may have written: one line of them, for places that read something into it.
"use strict";

// Controls, and what turns the direction of writing.
const UNSEEN = /[\0-\x1f\x7f-\x9f\u2028\u2029]/g;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** At most `max` characters, without halves of one. */
function plain(text, max = 200) {
  const line = String(text ?? "").replace(TURNING, "").replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length > max ? characters.slice(0, max - 1).join("") + "…" : line;
}

/** In labels `$(name)` is an icon: with U+200B, which is not seen, it is not. */
const iconless = (text) => text.replaceAll("$(", "$\u200b(");

const markdown = (text) => text.replace(/[\\`*_[\]<>&!$~|]/g, "\\$&");

module.exports = { iconless, markdown, plain };
