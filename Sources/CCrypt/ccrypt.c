#include "ccrypt.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As crypt.h of libxcrypt has them; both allocate what they need.
static struct {
  _Bool is_loaded;
  char *(*crypt)(const char *phrase, const char *setting, void **data, int *size);
  char *(*gensalt)(const char *prefix, unsigned long count, const char *bytes, int size);
} table;

// NULL or why not.
static const char *load(void) {
  if (table.is_loaded) return NULL;
  void *library = dlopen("libcrypt.so.1", RTLD_NOW | RTLD_LOCAL);
  // Where nothing old needs the first one any more.
  if (!library) library = dlopen("libcrypt.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
  // POSIX promises that a pointer from dlsym is as large as one to a function; C does not know of it.
  *(void **)&table.crypt = dlsym(library, "crypt_ra");
  *(void **)&table.gensalt = dlsym(library, "crypt_gensalt_ra");
  if (!table.crypt || !table.gensalt) return "libcrypt has no crypt_ra: it is not libxcrypt's";
  table.is_loaded = 1;
  return NULL;
}

char *ccrypt_hash(const char *phrase, const char *setting, char *reason, size_t size) {
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one_at_a_time);
  const char *error = load();
  // dlerror's words are its thread's, but the next failure's too.
  if (error) snprintf(reason, size, "%s", error);
  pthread_mutex_unlock(&one_at_a_time);
  if (error) return NULL;

  char *salt = setting ? NULL : table.gensalt("$y$", 0, NULL, 0);
  void *data = NULL;
  int length = 0;
  char *hash = NULL;
  if (setting || salt) {
    const char *made = table.crypt(phrase, setting ? setting : salt, &data, &length);
    // What begins with a star is no hash, so that it never equals one.
    if (made && made[0] != '*') hash = strdup(made);
  }
  if (!hash) snprintf(reason, size, "libcrypt makes no such hash");
  // The phrase is in it.
  if (data && length > 0) explicit_bzero(data, (size_t)length);
  free(data);
  free(salt);
  return hash;
}
