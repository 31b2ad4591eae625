#include <stdlib.h>

#include "czlib.h"
#include "zlib_table.h"

struct czlib_stream {
  z_stream zlib;
  // One of several in a row.
  _Bool has_ended;
  // Of the two bytes with which another one begins, the first has been taken.
  _Bool has_first;
  // What follows is not another one.
  _Bool is_over;
};

czlib_stream *czlib_open(const uint8_t *bytes, size_t count) {
  // zlib counts in 32 bits.
  if (!czlib_load() || count > UINT32_MAX) return NULL;
  czlib_stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  stream->zlib.next_in = (Bytef *)bytes;
  stream->zlib.avail_in = (uInt)count;
  // 16: with the header and the checksum of gzip.
  if (czlib_table.inflateInit2_(&stream->zlib, 15 + 16, ZLIB_VERSION, (int)sizeof(z_stream)) == Z_OK) return stream;
  free(stream);
  return NULL;
}

void czlib_feed(czlib_stream *stream, const uint8_t *bytes, size_t count) {
  stream->zlib.next_in = (Bytef *)bytes;
  stream->zlib.avail_in = (uInt)count;
}

static const Bytef magic[] = {0x1f, 0x8b};

// Behind the end of one: whether another one begins. Its first two bytes may come one at a time.
static _Bool begins_another(czlib_stream *stream) {
  z_stream *zlib = &stream->zlib;
  while (!stream->is_over && zlib->avail_in > 0) {
    if (*zlib->next_in != magic[stream->has_first]) {
      stream->is_over = 1;
    } else if (stream->has_first) {
      return 1;
    } else {
      stream->has_first = 1;
      zlib->next_in++;
      zlib->avail_in--;
    }
  }
  return 0;
}

static _Bool begin_another(czlib_stream *stream) {
  z_stream *zlib = &stream->zlib;
  if (czlib_table.inflateReset(zlib) != Z_OK) return 0;
  Bytef *rest = zlib->next_in;
  uInt count = zlib->avail_in;
  zlib->next_in = (Bytef *)magic;
  zlib->avail_in = 1;
  int status = czlib_table.inflate(zlib, Z_NO_FLUSH);
  zlib->next_in = rest;
  zlib->avail_in = count;
  stream->has_ended = stream->has_first = 0;
  return status == Z_OK;
}

czlib_result czlib_read(czlib_stream *stream, uint8_t *buffer, size_t size, size_t *filled) {
  *filled = 0;
  if (size > UINT32_MAX) size = UINT32_MAX;
  int status;
  do {
    stream->zlib.next_out = buffer;
    stream->zlib.avail_out = (uInt)size;
    if (stream->has_ended) {
      if (!begins_another(stream)) return CZLIB_DONE;
      if (!begin_another(stream)) return CZLIB_DAMAGED;
    }
    status = czlib_table.inflate(&stream->zlib, Z_NO_FLUSH);
    *filled = size - stream->zlib.avail_out;
    stream->has_ended = status == Z_STREAM_END;
    // The end of a piece may bring no bytes while the next piece follows.
  } while (stream->has_ended && *filled == 0);
  if (stream->has_ended) return CZLIB_DONE;
  if (status != Z_OK && status != Z_BUF_ERROR) return CZLIB_DAMAGED;
  // There was room, and nothing more to fill it with.
  return *filled == 0 ? CZLIB_CUT_SHORT : CZLIB_DONE;
}

void czlib_close(czlib_stream *stream) {
  if (!stream) return;
  czlib_table.inflateEnd(&stream->zlib);
  free(stream);
}
