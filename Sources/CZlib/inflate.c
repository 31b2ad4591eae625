#include "czlib.h"
#include "zlib_table.h"

czlib_result czlib_inflate(
  const uint8_t *bytes, size_t count, uint8_t *buffer, size_t size, uint32_t crc) {
  if (!czlib_load()) return CZLIB_MISSING;
  // zlib counts in 32 bits.
  if (count > UINT32_MAX || size >= UINT32_MAX) return CZLIB_TOO_LARGE;
  z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)count};
  // Negative: no header and no checksum.
  if (czlib_table.inflateInit2_(&stream, -15, ZLIB_VERSION, (int)sizeof(z_stream)) != Z_OK) return CZLIB_DAMAGED;
  // An empty output needs a place, too.
  uint8_t none;
  stream.next_out = size ? buffer : &none;
  stream.avail_out = size ? (uInt)size : 1;
  int status = czlib_table.inflate(&stream, Z_FINISH);
  size_t made = stream.total_out;
  czlib_table.inflateEnd(&stream);
  if (status != Z_STREAM_END || made != size) return CZLIB_DAMAGED;
  return czlib_has_crc(buffer, size, crc) ? CZLIB_DONE : CZLIB_DAMAGED;
}

_Bool czlib_has_crc(const uint8_t *bytes, size_t count, uint32_t crc) {
  if (!czlib_load() || count > UINT32_MAX) return 0;
  return czlib_table.crc32(0, count ? bytes : (const Bytef *)"", (uInt)count) == crc;
}
