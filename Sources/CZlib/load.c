#include <dlfcn.h>
#include <pthread.h>

#include "zlib_table.h"

struct czlib_table czlib_table;
static _Bool is_loaded;

// POSIX promises that a pointer from dlsym is as large as one to a function; C does not know of it.
#define FIND(name) \
  if (!(*(void **)&czlib_table.name = dlsym(zlib, #name))) return

static void load(void) {
  void *zlib = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!zlib) return;
  FIND(inflateInit2_);
  FIND(inflate);
  FIND(inflateReset);
  FIND(inflateEnd);
  FIND(crc32);
  is_loaded = 1;
}

_Bool czlib_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}
