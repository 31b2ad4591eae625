// The load generator: one thread, epoll, C connections with D requests under way on each. Every
// workload goes through the same buffers and system calls, so that what differs is the server.
//
//   load --socket PATH --workload search|template|redis|floor [--depth D] [--connections C]
//        [--seconds S | --count N] [--queries FILE] [--page-sizes 2,20] [--template FILE] [--no-meta]
//        [--key KEY] [--timeout S] [--sleep]
//
// All requests are sent once before the clock starts. One line of key=value is the result.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "load.h"

enum { READ_SIZE = 64 * 1024, LONGEST_REPLY = 2 * 1024 * 1024, MAX_DEPTH = 1024, EVENTS = 256, PREEMPTED = 20000 };

typedef struct {
    uint64_t id, sent_at;  // id 0: nothing is under way
} slot_t;

typedef struct {
    int fd;
    bool waits_to_write;
    unsigned next_slot;  // where replies come in order: the slot the next one is for
    slot_t *slots;
    char *out, *left;  // requests not yet sent; the beginning of a reply
    size_t out_from, out_to, left_length, left_capacity;
} connection_t;

static struct {
    const char *socket, *queries, *template, *key;
    enum workload workload;
    unsigned depth, connections;
    double seconds;
    uint64_t count;
    int sizes[8], size_count, timeout;
    bool needs_meta, sleeps;
} options = {.depth = 1, .connections = 1, .seconds = 1, .sizes = {2, 20}, .size_count = 2, .timeout = 10, .needs_meta = true};

static requests_t requests;
static size_t next_request;
static uint64_t made, budget, under_way;  // ids made; requests still to send; sent, not answered
static connection_t *connections;
static int poller;

static struct {
    bool counts;
    uint64_t began, deadline, ended, replies, bytes, slowest, idle;
    double busy;
    uint32_t latencies[48 * 256];
} measured;

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ull + time.tv_nsec;
}

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// Latencies are counted in buckets 0.2 to 0.4 % wide.

static void count_latency(uint64_t ns) {
    unsigned shift = ns < 512 ? 0 : 55 - __builtin_clzll(ns);
    measured.latencies[shift * 256 + (ns >> shift)]++;
    if (ns > measured.slowest) measured.slowest = ns;
}

static double latency_us(double share) {
    uint64_t rank = measured.replies * share;
    for (unsigned i = 0; i < sizeof measured.latencies / sizeof *measured.latencies; i++) {
        unsigned shift = i < 512 ? 0 : i / 256 - 1;
        if (rank < measured.latencies[i]) return (i - shift * 256 + 0.5) * (1ull << shift) / 1000;
        rank -= measured.latencies[i];
    }
    return 0;
}

// One connection.

static void flush(connection_t *connection) {
    if (connection->out_from < connection->out_to) {
        ssize_t taken = write(connection->fd, connection->out + connection->out_from, connection->out_to - connection->out_from);
        if (taken < 0 && errno != EAGAIN) fail("cannot write: %s", strerror(errno));
        if (taken > 0) connection->out_from += taken;
    }
    bool waits = connection->out_from < connection->out_to;
    if (!waits) connection->out_from = connection->out_to = 0;
    if (waits == connection->waits_to_write) return;
    connection->waits_to_write = waits;
    struct epoll_event event = {.events = waits ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.ptr = connection};
    epoll_ctl(poller, EPOLL_CTL_MOD, connection->fd, &event);
}

static void send_next(connection_t *connection, unsigned slot, uint64_t time) {
    if (budget == 0) return;
    budget--, under_way++, made++;
    uint64_t id = (made >> 1) << 11 | slot << 1 | (made & 1);
    size_t capacity = options.depth * requests.longest;
    if (connection->out_to + requests.longest > capacity) {
        connection->out_to -= connection->out_from;
        memmove(connection->out, connection->out + connection->out_from, connection->out_to);
        connection->out_from = 0;
    }
    connection->out_to += write_request(connection->out + connection->out_to, &requests.all[next_request], id);
    if (++next_request == requests.count) next_request = 0;
    connection->slots[slot] = (slot_t){id, time};
}

static unsigned slot_answered(connection_t *connection, const reply_t *reply, const char *bytes) {
    unsigned slot = connection->next_slot;
    const char *wrong = reply->wrong;
    if (options.workload == SEARCH || options.workload == TEMPLATE) {
        slot = reply->id >> 1 & (MAX_DEPTH - 1);
        if (!wrong && (slot >= options.depth || connection->slots[slot].id != reply->id)) wrong = "an id that is not under way";
    } else {
        if (++connection->next_slot == options.depth) connection->next_slot = 0;
        if (connection->slots[slot].id == 0) wrong = "a reply to nothing";
    }
    if (wrong) fail("%s: %.*s", wrong, (int)(reply->length < 400 ? reply->length : 400), bytes);
    return slot;
}

static void receive(connection_t *connection) {
    static char buffer[LONGEST_REPLY + READ_SIZE];
    size_t seen = connection->left_length;
    memcpy(buffer, connection->left, seen);
    ssize_t got = read(connection->fd, buffer + seen, READ_SIZE);
    if (got == 0) fail("the server closed a connection with %lu under way", (unsigned long)under_way);
    if (got < 0 && errno == EAGAIN) return;
    if (got < 0) fail("cannot read: %s", strerror(errno));
    uint64_t time = now();
    if (measured.counts && time >= measured.deadline) {
        measured.counts = false;
        measured.ended = time;
        budget = 0;
    }
    const char *at = buffer, *end = buffer + seen + got;
    for (;; seen = 0) {
        reply_t reply = next_reply(at, end - at, seen, options.workload, options.needs_meta);
        if (reply.length == 0) break;
        unsigned slot = slot_answered(connection, &reply, at);
        under_way--;
        if (measured.counts) {
            measured.replies++;
            measured.bytes += reply.length;
            count_latency(time - connection->slots[slot].sent_at);
        }
        connection->slots[slot].id = 0;
        send_next(connection, slot, time);
        at += reply.length;
        if (at == end) break;
    }
    connection->left_length = end - at;
    if (connection->left_length > LONGEST_REPLY) fail("a reply of over 2 MiB");
    if (connection->left_length > connection->left_capacity) {
        connection->left_capacity = 2 * connection->left_length;
        connection->left = realloc(connection->left, connection->left_capacity);
    }
    memcpy(connection->left, at, connection->left_length);
    flush(connection);
}

static void open_connection(connection_t *connection) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(options.socket) >= sizeof address.sun_path) fail("the path %s is too long", options.socket);
    strcpy(address.sun_path, options.socket);
    connection->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(connection->fd, (struct sockaddr *)&address, sizeof address) < 0) fail("%s: %s", options.socket, strerror(errno));
    fcntl(connection->fd, F_SETFL, O_NONBLOCK);
    connection->slots = calloc(options.depth, sizeof *connection->slots);
    connection->out = malloc(options.depth * requests.longest);
    connection->left = malloc(connection->left_capacity = 4096);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    epoll_ctl(poller, EPOLL_CTL_ADD, connection->fd, &event);
}

/// Sends `budget` requests, or until the deadline, and waits for all replies. With one under way it sleeps
/// meanwhile, as a client does; with more it looks again at once: the server is measured, not our waking up.
/// With --sleep it always sleeps, so that the server has to wake it, as it has to wake clients that are processes.
static void run(void) {
    bool sleeps = options.sleeps || options.depth * options.connections == 1;
    int patience = sleeps ? options.timeout * 1000 : 0;
    for (unsigned c = 0; c < options.connections; c++) {
        connection_t *connection = &connections[c];
        uint64_t time = now();
        for (unsigned i = 0; i < options.depth; i++) send_next(connection, (connection->next_slot + i) % options.depth, time);
        flush(connection);
    }
    for (uint64_t looked = now(), stalled = 0; under_way > 0;) {
        struct epoll_event events[EVENTS];
        int count = epoll_wait(poller, events, EVENTS, patience);
        uint64_t time = now(), waited = time - looked;
        looked = time;
        stalled = count == 0 ? stalled + waited : 0;
        if (count == 0 && measured.counts && waited < PREEMPTED) measured.idle += waited;
        if (stalled >= options.timeout * 990000000ull)
            fail("%lu requests not answered within %d s", (unsigned long)under_way, options.timeout);
        for (int i = 0; i < count; i++) {
            if (events[i].events & EPOLLOUT) flush(events[i].data.ptr);
            if (events[i].events & ~EPOLLOUT) receive(events[i].data.ptr);
        }
    }
}

static void measure(void) {
    budget = options.count > 0 ? options.count : UINT64_MAX;
    double cpu = cpu_seconds();
    measured.counts = true;
    measured.began = now();
    measured.deadline = options.count > 0 ? UINT64_MAX : measured.began + (uint64_t)(options.seconds * 1e9);
    run();
    if (measured.ended == 0) measured.ended = now();
    measured.busy = 1 - measured.idle / 1e9 / (cpu_seconds() - cpu);
}

static void read_options(int argc, char **argv) {
    static const struct option names[] = {
        {"socket", 1, 0, 's'},  {"workload", 1, 0, 'w'},   {"depth", 1, 0, 'd'},    {"connections", 1, 0, 'c'},
        {"seconds", 1, 0, 'S'}, {"count", 1, 0, 'n'},      {"queries", 1, 0, 'q'},  {"page-sizes", 1, 0, 'p'},
        {"key", 1, 0, 'k'},     {"template", 1, 0, 't'},   {"no-meta", 0, 0, 'm'},  {"timeout", 1, 0, 'T'},
        {"sleep", 0, 0, 'z'},   {0, 0, 0, 0},
    };
    static const char *const workloads[] = {"search", "template", "redis", "floor"};
    bool known = false;
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        switch (option) {
        case 's': options.socket = optarg; break;
        case 'w':
            for (int i = 0; i < 4; i++)
                if (strcmp(optarg, workloads[i]) == 0) options.workload = i, known = true;
            break;
        case 'd': options.depth = atoi(optarg); break;
        case 'c': options.connections = atoi(optarg); break;
        case 'S': options.seconds = atof(optarg); break;
        case 'n': options.count = strtoull(optarg, NULL, 10); break;
        case 'q': options.queries = optarg; break;
        case 'p':
            options.size_count = 0;
            for (char *size = strtok(optarg, ","); size && options.size_count < 8; size = strtok(NULL, ","))
                options.sizes[options.size_count++] = atoi(size);
            break;
        case 'k': options.key = optarg; break;
        case 't': options.template = optarg; break;
        case 'm': options.needs_meta = false; break;
        case 'T': options.timeout = atoi(optarg); break;
        case 'z': options.sleeps = true; break;
        default: exit(2);
        }
    }
    if (!known || !options.socket || options.size_count == 0 || options.depth - 1 >= MAX_DEPTH || options.connections == 0)
        fail("usage: --socket PATH --workload search|template|redis|floor, depth 1 to %d; see load.c", MAX_DEPTH);
}

int main(int argc, char **argv) {
    read_options(argc, argv);
    if (options.workload == REDIS) requests = redis_requests(options.key ? options.key : "key");
    else if (options.workload == TEMPLATE && !options.template) fail("--template is missing");
    else if (options.workload == TEMPLATE)
        requests = template_requests(options.template, options.queries, options.sizes, options.size_count);
    else if (!options.queries) fail("--queries is missing");
    else requests = search_requests(options.queries, options.sizes, options.size_count);

    poller = epoll_create1(EPOLL_CLOEXEC);
    connections = calloc(options.connections, sizeof *connections);
    for (unsigned c = 0; c < options.connections; c++) open_connection(&connections[c]);

    budget = requests.count < 1000 ? 1000 : requests.count;
    run();
    next_request = 0;
    measure();
    double seconds = (measured.ended - measured.began) / 1e9;
    printf("requests=%lu sent=%lu seconds=%.4f rps=%.0f bytes=%.1f p50_us=%.2f p99_us=%.2f max_us=%.2f busy=%.2f different=%zu\n",
        (unsigned long)measured.replies, (unsigned long)made, seconds, measured.replies / seconds, (double)measured.bytes / measured.replies,
        latency_us(0.5), latency_us(0.99), measured.slowest / 1000.0, measured.busy, requests.count);
    return 0;
}
