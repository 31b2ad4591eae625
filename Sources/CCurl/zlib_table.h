#pragma once
#include <zlib.h>

// What is used of zlib, which comes with libcurl. https://zlib.net/manual.html
extern struct ccurl_zlib {
  __typeof__(inflateInit2_) *inflateInit2_;
  __typeof__(inflate) *inflate;
  __typeof__(inflateReset) *inflateReset;
  __typeof__(inflateEnd) *inflateEnd;
} ccurl_zlib;
