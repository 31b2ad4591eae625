// What the files of the load generator share: requests made ahead, replies walked one by one.

#ifndef LOAD_H
#define LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is asked, and so how a reply is told from the next and what is checked in it.
enum workload { SEARCH, TEMPLATE, REDIS, FLOOR };

/// A request ready to send but for at most two gaps, filled in order with an id or a number.
typedef struct {
    const char *text;
    uint32_t length, gap_count;
    struct {
        uint32_t at;
        char kind;  // 'I': the id, 'N': the number
    } gaps[2];
} request_t;

typedef struct {
    request_t *all;
    size_t count, longest;  // longest: in bytes, gaps filled
} requests_t;

/// Every query in several spellings, for each of `sizes` (page sizes, `size_count` of them), in mixed order.
requests_t search_requests(const char *query_file, const int *sizes, int size_count);
/// The text of a file, `%ID%` and `%N%` being gaps; with `%Q%` or `%SIZE%` in it, one for each query and size.
requests_t template_requests(const char *template_file, const char *query_file, const int *sizes, int size_count);
/// GET of one key.
requests_t redis_requests(const char *key);
/// Writes the request with its gaps filled; answers its length. Odd ids are strings, even ones numbers.
size_t write_request(char *out, const request_t *request, uint64_t id);

/// One reply found at the start of some bytes.
typedef struct {
    size_t length;      // with its line end; 0: not all of it is there yet
    uint64_t id;        // as sent; 0 where the workload has none
    const char *wrong;  // what is wrong with it, or null
} reply_t;

/// Finds and checks the first reply in `bytes`. Every workload's bytes are walked by memchr for the
/// line end, from `seen` on; those before are known to have none.
reply_t next_reply(const char *bytes, size_t length, size_t seen, enum workload workload, bool needs_meta);

/// Ends the program with a line on stderr.
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
