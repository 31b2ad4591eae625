// Requests are made before the clock runs: while it does, sending one is a copy and a number.

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

enum { SPELLINGS_EACH = 4, GAP_BYTES = 24 };

/// The same search in different words: order of members, blanks, defaults given or left out.
/// `@` is the gap for the id, `$` the query, `#` the page size with its comma, left out when it is the default.
static const char *const spellings[] = {
    "{'jsonrpc':'2.0','id':@,'method':'search','params':{'q':$#}}",
    "{'jsonrpc': '2.0', 'id': @, 'method': 'search', 'params': {'q': $#}}",
    "{'jsonrpc':'2.0','method':'search','params':{'media_type':'any','q':$#},'id':@}",
    "{'id':@,'method':'search','params':{'page':1,'media_type':'any'#,'q':$},'jsonrpc':'2.0'}",
    "{'jsonrpc':'2.0','id':@,'method':'search','params':{'q':$,'page':1#}}",
    "{ 'jsonrpc' : '2.0' , 'id' : @ , 'method' : 'search' , 'params' : { 'q' : $# , 'media_type' : 'any' } }",
    "{'method':'search','params':{'q':$,'year':null#},'jsonrpc':'2.0','id':@}",
    "{'jsonrpc':'2.0','id':@,'method':'search','params':{'debounce_ms':0,'q':$,'page':1,'media_type':'any'#}}",
};
enum { SPELLINGS = sizeof spellings / sizeof *spellings, DEFAULT_PAGE_SIZE = 20 };

static char *read_file(const char *path) {
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END) != 0) fail("cannot read %s", path ? path : "the queries: --queries is missing");
    size_t length = ftell(file);
    char *text = calloc(length + 1, 1);
    rewind(file);
    if (fread(text, 1, length, file) != length) fail("cannot read %s", path);
    fclose(file);
    return text;
}

/// The file's lines as JSON strings, quotation marks included; a null ends them.
static char **read_queries(const char *path, size_t *count) {
    char *text = read_file(path);
    char **queries = NULL;
    *count = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char *json = malloc(2 * strlen(line) + 3), *out = json;
        *out++ = '"';
        for (const char *in = line; *in; in++) {
            if (*in == '"' || *in == '\\') *out++ = '\\';
            *out++ = *in;
        }
        memcpy(out, "\"", 2);
        queries = realloc(queries, (*count + 1) * sizeof *queries);
        queries[(*count)++] = json;
    }
    if (*count == 0) fail("no queries in %s", path);
    return queries;
}

static void add(requests_t *requests, const char *text, request_t request) {
    request.length = strlen(text);
    request.text = strdup(text);
    if (requests->count % 1024 == 0)
        requests->all = realloc(requests->all, (requests->count + 1024) * sizeof *requests->all);
    requests->all[requests->count++] = request;
    size_t filled = request.length + request.gap_count * GAP_BYTES;
    if (filled > requests->longest) requests->longest = filled;
}

static void add_gap(request_t *request, size_t at, char kind) {
    if (request->gap_count == 2) fail("more than two gaps in a request");
    request->gaps[request->gap_count].at = at;
    request->gaps[request->gap_count++].kind = kind;
}

/// The same mixed order every time, and the texts one after the other in memory in that order.
static void settle(requests_t *requests) {
    uint64_t random = 88172645463325252u;
    for (size_t i = requests->count; i > 1; i--) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        request_t *a = &requests->all[i - 1], *b = &requests->all[random % i], swapped = *a;
        *a = *b, *b = swapped;
    }
    size_t total = 0;
    for (size_t i = 0; i < requests->count; i++) total += requests->all[i].length;
    char *out = malloc(total);
    for (size_t i = 0; i < requests->count; i++) {
        request_t *request = &requests->all[i];
        memcpy(out, request->text, request->length);
        free((char *)request->text);
        request->text = out;
        out += request->length;
    }
}

requests_t search_requests(const char *query_file, const int *sizes, int size_count) {
    requests_t requests = {0};
    size_t query_count;
    char **queries = read_queries(query_file, &query_count), text[2048], size[32];
    for (size_t q = 0; q < query_count; q++) {
        for (int s = 0; s < size_count * SPELLINGS_EACH; s++) {
            size_t spelling = (q * 3 + s) % SPELLINGS;
            bool left_out = sizes[s / SPELLINGS_EACH] == DEFAULT_PAGE_SIZE && (q + spelling) % 2 == 0;
            snprintf(size, sizeof size, ",\"page_size\":%d", sizes[s / SPELLINGS_EACH]);
            request_t request = {0};
            char *out = text;
            if (strlen(queries[q]) > 1024) fail("a query of over 1,024 bytes in %s", query_file);
            for (const char *in = spellings[spelling]; *in; in++) {
                if (*in == '@') add_gap(&request, out - text, 'I');
                else if (*in == '$') out = stpcpy(out, queries[q]);
                else if (*in == '#') out = stpcpy(out, left_out ? "" : size);
                else *out++ = *in == '\'' ? '"' : *in;
            }
            memcpy(out, "\n", 2);
            add(&requests, text, request);
        }
    }
    settle(&requests);
    return requests;
}

requests_t template_requests(const char *template_file, const char *query_file, const int *sizes, int size_count) {
    requests_t requests = {0};
    char *template = read_file(template_file), **queries = NULL;
    template[strcspn(template, "\n")] = 0;
    size_t query_count = 1;
    if (strstr(template, "%Q%")) queries = read_queries(query_file, &query_count);
    if (!strstr(template, "%SIZE%")) size_count = 1;
    for (size_t q = 0; q < query_count * size_count; q++) {
        const char *query = queries ? queries[q / size_count] : "";
        char *text = malloc(2 * strlen(template) + strlen(query) + 32), *out = text;
        request_t request = {0};
        for (const char *in = template; *in;) {
            if (strncmp(in, "%ID%", 4) == 0) add_gap(&request, out - text, 'I'), in += 4;
            else if (strncmp(in, "%N%", 3) == 0) add_gap(&request, out - text, 'N'), in += 3;
            else if (strncmp(in, "%Q%", 3) == 0) out = stpcpy(out, query), in += 3;
            else if (strncmp(in, "%SIZE%", 6) == 0) out += sprintf(out, "%d", sizes[q % size_count]), in += 6;
            else *out++ = *in++;
        }
        memcpy(out, "\n", 2);
        add(&requests, text, request);
        free(text);
    }
    settle(&requests);
    return requests;
}

requests_t redis_requests(const char *key) {
    requests_t requests = {0};
    char text[256];
    snprintf(text, sizeof text, "*2\r\n$3\r\nGET\r\n$%zu\r\n%s\r\n", strlen(key), key);
    add(&requests, text, (request_t){0});
    settle(&requests);
    return requests;
}

static char *write_number(char *out, uint64_t number) {
    char digits[20], *first = digits + sizeof digits;
    do *--first = '0' + number % 10;
    while (number /= 10);
    size_t length = digits + sizeof digits - first;
    memcpy(out, first, length);
    return out + length;
}

size_t write_request(char *out, const request_t *request, uint64_t id) {
    char *start = out;
    uint32_t from = 0;
    for (uint32_t g = 0; g < request->gap_count; g++) {
        out = mempcpy(out, request->text + from, request->gaps[g].at - from);
        from = request->gaps[g].at;
        bool quoted = request->gaps[g].kind == 'I' && id % 2;
        if (quoted) out = stpcpy(out, "\"a-");
        out = write_number(out, id);
        if (quoted) *out++ = '"';
    }
    out = mempcpy(out, request->text + from, request->length - from);
    return out - start;
}
