#pragma once
#include <stddef.h>
#include <stdint.h>

// zlib, loaded when something is inflated for the first time: most starts of the daemon need it never. No
// decision is made here. https://zlib.net/manual.html

typedef enum {
  CZLIB_DONE,
  CZLIB_CUT_SHORT,
  CZLIB_TOO_LARGE,
  CZLIB_DAMAGED,
  // libz.so.1 cannot be loaded, or there is no memory for it.
  CZLIB_MISSING
} czlib_result;

// Inflates what gzip has packed (RFC 1952), also several in a row; zeros or garbage behind them are left out.
// What it makes is for the caller to free(). Any thread.
czlib_result czlib_gunzip(
  const uint8_t *_Nullable bytes, size_t count, size_t maximum, uint8_t *_Nullable *_Nonnull result,
  size_t *_Nonnull result_count);

// Inflates what stands in a ZIP (RFC 1951, without a header), which must become exactly `size` bytes with this
// CRC-32. The buffer has room for them. Any thread.
czlib_result czlib_inflate(
  const uint8_t *_Nullable bytes, size_t count, uint8_t *_Nullable buffer, size_t size, uint32_t crc);

// The CRC-32 of a ZIP. False: zlib is missing.
_Bool czlib_has_crc(const uint8_t *_Nullable bytes, size_t count, uint32_t crc);

// What gzip has packed, a part at a time, for one thread at a time.
typedef struct czlib_stream czlib_stream;

// The bytes must live as long as the stream. NULL as for CZLIB_MISSING.
czlib_stream *_Nullable czlib_open(const uint8_t *_Nonnull bytes, size_t count);

// More bytes, when all before them have been used: `filled` was 0. At most 4 GiB.
void czlib_feed(czlib_stream *_Nonnull stream, const uint8_t *_Nonnull bytes, size_t count);

// Fills the buffer as far as there is something. `filled` 0 and CZLIB_DONE: the end of what there is;
// CZLIB_CUT_SHORT: only a part of what was packed.
czlib_result czlib_read(
  czlib_stream *_Nonnull stream, uint8_t *_Nonnull buffer, size_t size, size_t *_Nonnull filled);

void czlib_close(czlib_stream *_Nullable stream);
