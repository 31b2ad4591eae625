#include "csodium.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// As sodium.h has them.
static struct {
  _Bool is_loaded;
  int (*init)(void);
  void (*randombytes_buf)(void *bytes, size_t size);
  int (*pwhash)(
    unsigned char *out, unsigned long long size, const char *passphrase, unsigned long long passphrase_size,
    const unsigned char *salt, unsigned long long operations, size_t memory, int algorithm);
  int (*encrypt)(
    unsigned char *out, unsigned long long *out_size, const unsigned char *message, unsigned long long size,
    const unsigned char *bound, unsigned long long bound_size, const unsigned char *unused,
    const unsigned char *nonce, const unsigned char *key);
  int (*decrypt)(
    unsigned char *message, unsigned long long *message_size, unsigned char *unused, const unsigned char *sealed,
    unsigned long long size, const unsigned char *bound, unsigned long long bound_size, const unsigned char *nonce,
    const unsigned char *key);
  char *(*bin2base64)(char *text, size_t max, const unsigned char *bytes, size_t size, int variant);
  int (*base642bin)(
    unsigned char *bytes, size_t max, const char *text, size_t size, const char *ignored, size_t *length,
    const char **end, int variant);
} table;

// The constants of the format, not those that a later libsodium may prefer.
enum { ARGON2ID13 = 2, OPERATIONS = 3, MEMORY = 256 << 20, BASE64_ORIGINAL = 1 };

// POSIX promises that a pointer from dlsym is as large as one to a function; C does not know of it.
#define FIND(field, name) \
  if (!(*(void **)&table.field = dlsym(sodium, name))) return name " is missing"

// NULL or why not.
static const char *load(void) {
  if (table.is_loaded) return NULL;
  // As it is called since 1.0.19, and in Debian.
  void *sodium = dlopen("libsodium.so.26", RTLD_NOW | RTLD_LOCAL);
  if (!sodium) sodium = dlopen("libsodium.so.23", RTLD_NOW | RTLD_LOCAL);
  if (!sodium) return dlerror();
  FIND(init, "sodium_init");
  FIND(randombytes_buf, "randombytes_buf");
  FIND(pwhash, "crypto_pwhash");
  FIND(encrypt, "crypto_aead_xchacha20poly1305_ietf_encrypt");
  FIND(decrypt, "crypto_aead_xchacha20poly1305_ietf_decrypt");
  FIND(bin2base64, "sodium_bin2base64");
  FIND(base642bin, "sodium_base642bin");
  if (table.init() < 0) return "sodium_init fails";
  table.is_loaded = 1;
  return NULL;
}

_Bool csodium_load(char *reason, size_t size) {
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one_at_a_time);
  const char *error = load();
  // dlerror's words are its thread's, but the next failure's too.
  if (error) snprintf(reason, size, "%s", error);
  pthread_mutex_unlock(&one_at_a_time);
  return !error;
}

void csodium_random(unsigned char *bytes, size_t size) { table.randombytes_buf(bytes, size); }

_Bool csodium_derive_key(
  unsigned char *key, const unsigned char *passphrase, size_t size, const unsigned char *salt) {
  return table.pwhash(
           key, CSODIUM_KEY_BYTES, (const char *)passphrase, size, salt, OPERATIONS, MEMORY, ARGON2ID13) == 0;
}

void csodium_encrypt(
  unsigned char *sealed, const unsigned char *message, size_t size, const unsigned char *bound, size_t bound_size,
  const unsigned char *key) {
  table.randombytes_buf(sealed, CSODIUM_NONCE_BYTES);
  // It cannot fail.
  table.encrypt(sealed + CSODIUM_NONCE_BYTES, NULL, message, size, bound, bound_size, NULL, sealed, key);
}

_Bool csodium_decrypt(
  unsigned char *message, const unsigned char *sealed, size_t size, const unsigned char *bound, size_t bound_size,
  const unsigned char *key) {
  if (size < CSODIUM_NONCE_BYTES + CSODIUM_TAG_BYTES) return 0;
  return table.decrypt(
           message, NULL, NULL, sealed + CSODIUM_NONCE_BYTES, size - CSODIUM_NONCE_BYTES, bound, bound_size, sealed,
           key) == 0;
}

void csodium_to_base64(unsigned char *text, size_t max, const unsigned char *bytes, size_t size) {
  table.bin2base64((char *)text, max, bytes, size, BASE64_ORIGINAL);
}

ptrdiff_t csodium_from_base64(unsigned char *bytes, size_t max, const unsigned char *text, size_t size) {
  size_t length = 0;
  if (table.base642bin(bytes, max, (const char *)text, size, NULL, &length, NULL, BASE64_ORIGINAL) != 0) return -1;
  return (ptrdiff_t)length;
}
