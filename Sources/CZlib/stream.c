#include <stdlib.h>

#include "czlib.h"
#include "zlib_table.h"

struct czlib_stream {
  z_stream zlib;
  // One of several in a row.
  _Bool has_ended;
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

czlib_result czlib_read(czlib_stream *stream, uint8_t *buffer, size_t size, size_t *filled) {
  *filled = 0;
  if (size > UINT32_MAX) size = UINT32_MAX;
  int status;
  do {
    if (stream->has_ended) {
      stream->is_over |= stream->zlib.avail_in > 0 && stream->zlib.next_in[0] != 0x1f;
      if (stream->is_over || stream->zlib.avail_in == 0) return CZLIB_DONE;
      if (czlib_table.inflateReset(&stream->zlib) != Z_OK) return CZLIB_DAMAGED;
      stream->has_ended = 0;
    }
    stream->zlib.next_out = buffer;
    stream->zlib.avail_out = (uInt)size;
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
