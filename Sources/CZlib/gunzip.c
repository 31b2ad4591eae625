#include <stdlib.h>

#include "czlib.h"
#include "zlib_table.h"

static czlib_result inflate_all(z_stream *stream, size_t maximum, uint8_t **result, size_t *count) {
  size_t capacity = 0;
  for (;;) {
    if (*count == capacity) {
      // One byte more than allowed, to see that there is one.
      if (capacity > maximum) return CZLIB_TOO_LARGE;
      capacity = capacity ? capacity * 2 : 16384;
      if (capacity > maximum) capacity = maximum + 1;
      uint8_t *larger = realloc(*result, capacity);
      if (!larger) return CZLIB_TOO_LARGE;
      *result = larger;
    }
    stream->next_out = *result + *count;
    stream->avail_out = (uInt)(capacity - *count);
    int status = czlib_table.inflate(stream, Z_NO_FLUSH);
    *count = capacity - stream->avail_out;
    if (*count > maximum) return CZLIB_TOO_LARGE;
    if (status == Z_STREAM_END) {
      _Bool goes_on = stream->avail_in > 1 && stream->next_in[0] == 0x1f && stream->next_in[1] == 0x8b;
      if (!goes_on) return CZLIB_DONE;
      if (czlib_table.inflateReset(stream) != Z_OK) return CZLIB_DAMAGED;
    } else if (status == Z_BUF_ERROR || (status == Z_OK && stream->avail_in == 0 && stream->avail_out > 0)) {
      if (stream->avail_out > 0) return CZLIB_CUT_SHORT;
    } else if (status != Z_OK) {
      return CZLIB_DAMAGED;
    }
  }
}

czlib_result czlib_gunzip(
  const uint8_t *bytes, size_t count, size_t maximum, uint8_t **result, size_t *result_count) {
  *result = NULL;
  *result_count = 0;
  if (!czlib_load()) return CZLIB_MISSING;
  // zlib counts in 32 bits.
  if (count > UINT32_MAX || maximum >= UINT32_MAX) return CZLIB_TOO_LARGE;
  z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)count};
  // 16: with the header and the checksum of gzip.
  int status =
    czlib_table.inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, (int)sizeof(z_stream));
  if (status != Z_OK) return CZLIB_DAMAGED;
  czlib_result outcome = inflate_all(&stream, maximum, result, result_count);
  czlib_table.inflateEnd(&stream);
  return outcome;
}
