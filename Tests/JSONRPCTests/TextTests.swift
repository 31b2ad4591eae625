import Testing

@testable import JSONRPC

@Suite struct TextTests {
  @Test(arguments: [
    "", " \t\n", "\u{200B}", "\u{202E}", "\u{FEFF}\u{A0}", "\u{0}\u{7F}\u{85}", "\u{3164}\u{115F}",
    "\u{2800}",
    "\u{FE0F}", "\u{E0020}",
  ])
  func text_of_which_nothing_can_be_seen_is_blank(_ text: String) { #expect(text.isBlank) }

  @Test(arguments: ["a", "\u{202E}b", "7", "!", "é", "千", "🎬", "\u{600}", "–", "\u{301}"])
  func text_of_which_something_can_be_seen_is_not(_ text: String) { #expect(!text.isBlank) }
}
