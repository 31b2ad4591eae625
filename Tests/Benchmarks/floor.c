// The floor the daemon is measured against: a libuv server that reads nothing but newlines. One
// read callback counts them and answers each with the same constant bytes, all in one
// uv_try_write. What the kernel does not take is queued, and the client is not read meanwhile.
//
//   floor SOCKET SIZE     replies of SIZE bytes, a newline the last of them
//   floor SOCKET FILE     replies as in FILE

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum { BLOCK_REPLIES = 64, READ_SIZE = 64 * 1024, MAX_BLOCKS = READ_SIZE / BLOCK_REPLIES + 1 };

static char *block;  // the reply, BLOCK_REPLIES times
static size_t reply_size, block_size;
static char read_buffer[READ_SIZE];

typedef struct {
    uv_pipe_t pipe;
    uv_write_t write;
} client_t;

static void die(const char *what, int error) {
    fprintf(stderr, "floor: %s: %s\n", what, error < 0 ? uv_strerror(error) : strerror(error));
    exit(1);
}

static void on_closed(uv_handle_t *handle) { free(handle->data); }
static void close_client(client_t *client) {
    if (!uv_is_closing((uv_handle_t *)&client->pipe)) uv_close((uv_handle_t *)&client->pipe, on_closed);
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    (void)handle, (void)suggested;
    *buffer = uv_buf_init(read_buffer, READ_SIZE);
}

/// Describes the last `bytes` of a run of replies as pieces of `block`; answers their number.
static unsigned last_bytes(size_t bytes, uv_buf_t pieces[MAX_BLOCKS]) {
    size_t within = (reply_size - bytes % reply_size) % reply_size;  // into the first reply
    unsigned count = 0;
    for (; bytes > 0; within = 0) {
        size_t length = block_size - within < bytes ? block_size - within : bytes;
        pieces[count++] = uv_buf_init(block + within, length);
        bytes -= length;
    }
    return count;
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer);

static void on_written(uv_write_t *write, int status) {
    client_t *client = write->data;
    if (status < 0) return close_client(client);
    uv_read_start((uv_stream_t *)&client->pipe, on_alloc, on_read);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    static uv_buf_t pieces[MAX_BLOCKS + 1];
    client_t *client = stream->data;
    if (length < 0) return close_client(client);

    size_t requests = 0;
    const char *end = buffer->base + length;
    for (const char *at = buffer->base; at < end && (at = memchr(at, '\n', end - at)); at++) requests++;
    if (requests == 0) return;
    size_t bytes = requests * reply_size;
    int taken = uv_try_write(stream, pieces, last_bytes(bytes, pieces));
    if (taken < 0 && taken != UV_EAGAIN) return close_client(client);
    if (taken > 0) bytes -= taken;
    if (bytes == 0) return;

    uv_read_stop(stream);
    client->write.data = client;
    if (uv_write(&client->write, stream, pieces, last_bytes(bytes, pieces), on_written) < 0) close_client(client);
}

static void on_connection(uv_stream_t *listener, int status) {
    if (status < 0) die("accept", status);
    client_t *client = calloc(1, sizeof *client);
    uv_pipe_init(listener->loop, &client->pipe, 0);
    client->pipe.data = client;
    if (uv_accept(listener, (uv_stream_t *)&client->pipe) < 0) return close_client(client);
    uv_read_start((uv_stream_t *)&client->pipe, on_alloc, on_read);
}

static void make_block(const char *argument) {
    char *rest;
    FILE *file = NULL;
    reply_size = strtoul(argument, &rest, 10);
    if (*rest != 0) {
        if (!(file = fopen(argument, "rb")) || fseek(file, 0, SEEK_END) != 0) die(argument, errno);
        reply_size = ftell(file);
        rewind(file);
    }
    if (reply_size == 0) die(argument, EINVAL);
    block_size = reply_size * BLOCK_REPLIES;
    block = malloc(block_size);
    memset(block, 'x', reply_size);
    if (file && fread(block, 1, reply_size, file) != reply_size) die(argument, EIO);
    block[reply_size - 1] = '\n';
    for (int i = 1; i < BLOCK_REPLIES; i++) memcpy(block + i * reply_size, block, reply_size);
}

int main(int argc, char **argv) {
    if (argc != 3) return fprintf(stderr, "usage: floor SOCKET SIZE|FILE\n"), 2;
    signal(SIGPIPE, SIG_IGN);
    make_block(argv[2]);
    static uv_pipe_t listener;
    uv_pipe_init(uv_default_loop(), &listener, 0);
    int error = uv_pipe_bind(&listener, argv[1]);
    if (error == 0) error = uv_listen((uv_stream_t *)&listener, 1024, on_connection);
    if (error != 0) die(argv[1], error);
    return uv_run(uv_default_loop(), UV_RUN_DEFAULT);
}
