#pragma once
#include <zlib.h>

// What is used of zlib.
extern struct czlib_table {
  __typeof__(inflateInit2_) *inflateInit2_;
  __typeof__(inflate) *inflate;
  __typeof__(inflateReset) *inflateReset;
  __typeof__(inflateEnd) *inflateEnd;
  __typeof__(crc32) *crc32;
} czlib_table;

// Again: nothing. Any thread. False: it cannot be loaded.
_Bool czlib_load(void);
