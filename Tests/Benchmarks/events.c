// One change and everybody who follows it: how long until the last of N subscribers has its event.
//
//   events --settings|--favorite|--redis SOCKET --subscribers N --changes N [--payload BYTES]
//
// One connection makes the changes, one after the other; N others have subscribed and only read. A change counts
// from the write of the request to the last read of its event (p50_us), and again from the read of its reply
// (reply_p50_us: below 0 where the last event came first). One line of key=value is the result. movierpcd:
// `settings.update` with another page_size each time, or `favorites.toggle` of one title; Redis: PUBLISH of a payload as
// large as that event.

#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 256, WARM_UP = 20 };

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("events: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(1);
}

static double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

static int open_connection(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) fail("the path %s is too long", path);
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) fail("%s: %s", path, strerror(errno));
    return fd;
}

static void send_all(int fd, const char *bytes, size_t length) {
    if (send(fd, bytes, length, MSG_NOSIGNAL) != (ssize_t)length) fail("cannot write: %s", strerror(errno));
}

/// Reads until `end` has come `count` times; the bytes read. Messages are never sent before they are due, so
/// nothing of a later one can be among them.
static size_t read_messages(int fd, const char *end, int count) {
    static char buffer[256 * 1024];
    size_t total = 0, kept = 0, length = strlen(end);
    while (count > 0) {
        ssize_t got = read(fd, buffer + kept, sizeof buffer - kept);
        if (got <= 0) fail("a connection ended");
        total += got;
        char *at = buffer, *limit = buffer + kept + got;
        for (char *found; count > 0 && (found = memmem(at, limit - at, end, length)); count--) at = found + length;
        kept = limit - at < (ssize_t)length ? limit - at : (ssize_t)length - 1;
        memmove(buffer, limit - kept, kept);
        if (memmem(buffer, kept, "\"error\"", 7)) fail("an error");
    }
    return total;
}

static bool is_redis, is_favorite;
static const char *event_end(void) { return is_redis ? "E\r\n" : "\n"; }

/// The request of change `number`, and how it is answered on the connection that makes it.
static size_t write_change(char *out, size_t room, int number, int payload) {
    if (is_favorite)
        return snprintf(
            out, room,
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"favorites.toggle\",\"params\":{\"key\":\"movie/438631\"}}\n");
    if (!is_redis)
        return snprintf(
            out, room, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"settings.update\",\"params\":{\"set\":{\"page_size\":%d}}}\n",
            10 + number % 2);
    int head = snprintf(out, room, "*3\r\n$7\r\nPUBLISH\r\n$1\r\nt\r\n$%d\r\n", payload);
    memset(out + head, 'x', payload - 1);
    strcpy(out + head + payload - 1, "E\r\n");
    return head + payload + 2;
}

int main(int argc, char **argv) {
    const char *path = NULL;
    int subscribers = 1, changes = 100, payload = 4096;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--settings") == 0) path = argv[i + 1];
        else if (strcmp(argv[i], "--favorite") == 0) path = argv[i + 1], is_favorite = true;
        else if (strcmp(argv[i], "--redis") == 0) path = argv[i + 1], is_redis = true;
        else if (strcmp(argv[i], "--subscribers") == 0) subscribers = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--changes") == 0) changes = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--payload") == 0) payload = atoi(argv[i + 1]);
        else fail("unknown option %s", argv[i]);
    }
    if (!path || subscribers < 1 || changes < 1 || payload < 16 || payload > 100000) fail("usage: see events.c");

    int poller = epoll_create1(EPOLL_CLOEXEC), *fds = calloc(subscribers, sizeof *fds);
    const char *subscribe = is_redis
        ? "*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\nt\r\n"
        : is_favorite
        ? "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"topics\":[\"library\"]}}\n"
        : "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"topics\":[\"settings\"]}}\n";
    for (int i = 0; i < subscribers; i++) {
        fds[i] = open_connection(path);
        send_all(fds[i], subscribe, strlen(subscribe));
        read_messages(fds[i], is_redis ? ":1\r\n" : "\n", 1);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = fds[i]};
        epoll_ctl(poller, EPOLL_CTL_ADD, fds[i], &event);
    }
    int changer = open_connection(path);
    struct epoll_event reply = {.events = EPOLLIN, .data.fd = changer};
    epoll_ctl(poller, EPOLL_CTL_ADD, changer, &reply);
    char *request = malloc(payload + 256);
    double *times = malloc(sizeof *times * changes), *after_reply = malloc(sizeof *times * changes);
    size_t bytes = 0;
    for (int number = 0; number < changes + WARM_UP; number++) {
        size_t length = write_change(request, payload + 256, number, payload);
        double began = now_us(), replied = 0, told = 0;
        send_all(changer, request, length);
        for (int left = subscribers; left > 0 || replied == 0;) {
            struct epoll_event events[EVENTS];
            int count = epoll_wait(poller, events, EVENTS, 10000);
            if (count <= 0) fail("%d subscribers have no event after 10 s", left);
            for (int i = 0; i < count; i++) {
                if (events[i].data.fd == changer) {
                    read_messages(changer, is_redis ? "\r\n" : "\n", 1);
                    replied = now_us();
                } else {
                    bytes = read_messages(events[i].data.fd, event_end(), 1);
                    if (--left == 0) told = now_us();
                }
            }
        }
        if (number < WARM_UP) continue;
        times[number - WARM_UP] = told - began;
        after_reply[number - WARM_UP] = told - replied;
    }
    qsort(times, changes, sizeof *times, by_value);
    qsort(after_reply, changes, sizeof *times, by_value);
    printf("changes=%d subscribers=%d p50_us=%.1f p99_us=%.1f reply_p50_us=%.1f bytes=%zu\n", changes, subscribers,
        times[changes / 2], times[changes * 99 / 100], after_reply[changes / 2], bytes);
    return 0;
}
