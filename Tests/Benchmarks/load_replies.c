// What comes back is walked the same way in every workload: a line at a time, by memchr. Only what
// a workload's server promises is looked at more closely, and that costs some 20 ns a reply.

#define _GNU_SOURCE
#include <string.h>

#include "load.h"

static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":";
static const char result[] = ",\"result\":";
static const char meta[] = "\"meta\":{";

static bool starts_with(const char *at, const char *end, const char *text, size_t length) {
    return (size_t)(end - at) >= length && memcmp(at, text, length) == 0;
}
#define STARTS_WITH(at, end, text) starts_with(at, end, text, sizeof text - 1)

/// The bytes of the id are those sent: odd ones a string, even ones a number.
static const char *read_id(const char *at, const char *end, uint64_t *id) {
    bool quoted = STARTS_WITH(at, end, "\"a-");
    const char *first = at += quoted ? 3 : 0;
    while (at < end && *at >= '0' && *at <= '9') *id = *id * 10 + (*at++ - '0');
    if (at == first || quoted != (*id % 2 == 1)) return NULL;
    if (quoted && (at == end || *at++ != '"')) return NULL;
    return at;
}

/// `meta` is the last object of a result, so the last opening brace is its; else it is looked for.
static bool has_meta(const char *at, const char *end) {
    const char *brace = memrchr(at, '{', end - at);
    if (brace && brace - at >= 7 && memcmp(brace - 7, meta, 8) == 0) return true;
    return memmem(at, end - at, meta, sizeof meta - 1) != NULL;
}

static const char *check_json(const char *at, const char *end, bool needs_meta, uint64_t *id) {
    if (!STARTS_WITH(at, end, head)) return "a reply that does not begin as one";
    at = read_id(at + sizeof head - 1, end, id);
    if (!at) return "an id that was not sent";
    if (!STARTS_WITH(at, end, result)) return "an error";
    if (end[-1] != '}') return "a reply that does not end as one";
    if (needs_meta && !has_meta(at, end)) return "a result without meta";
    return NULL;
}

/// `$5\r\nhello\r\n`: two lines, the first of which tells the length of the second.
static reply_t next_bulk(const char *bytes, size_t length, size_t seen) {
    reply_t reply = {0};
    const char *header_end = memchr(bytes, '\n', length);
    if (!header_end) return reply;
    if (*bytes != '$') return (reply_t){.length = header_end + 1 - bytes, .wrong = "no bulk reply"};
    size_t size = 0;
    for (const char *at = bytes + 1; *at >= '0' && *at <= '9'; at++) size = size * 10 + (*at - '0');
    const char *body = header_end + 1, *from = bytes + seen > body ? bytes + seen : body;
    const char *end = memchr(from, '\n', bytes + length - from);
    if (!end) return reply;
    reply.length = end + 1 - bytes;
    if (end != body + size + 1) reply.wrong = "a bulk reply of another length";
    return reply;
}

reply_t next_reply(const char *bytes, size_t length, size_t seen, enum workload workload, bool needs_meta) {
    if (workload == REDIS) return next_bulk(bytes, length, seen);
    reply_t reply = {0};
    const char *end = memchr(bytes + seen, '\n', length - seen);
    if (!end) return reply;
    reply.length = end + 1 - bytes;
    if (workload != FLOOR) reply.wrong = check_json(bytes, end, needs_meta, &reply.id);
    return reply;
}
