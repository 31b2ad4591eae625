#pragma once
#include <stddef.h>

// libsodium (https://doc.libsodium.org), loaded when a passphrase first needs it: few folders are encrypted. Its own
// header is not needed to build.

enum {
  CSODIUM_SALT_BYTES = 16,
  CSODIUM_KEY_BYTES = 32,
  CSODIUM_NONCE_BYTES = 24,
  CSODIUM_TAG_BYTES = 16,
};

// Whether it is loaded; if not, the reason. Any thread, as all of these; the others only after it has returned true.
_Bool csodium_load(char *reason, size_t size);

void csodium_random(unsigned char *bytes, size_t size);

// Argon2id 1.3 with the limits OPSLIMIT_MODERATE and MEMLIMIT_MODERATE: it takes a second and 256 MiB while it lasts.
// False: there is not so much memory. https://doc.libsodium.org/password_hashing/default_phf
_Bool csodium_derive_key(
  unsigned char *key, const unsigned char *passphrase, size_t size, const unsigned char *salt);

// XChaCha20-Poly1305-IETF: writes a random nonce, the encrypted message and a tag. The bound bytes are not in it, and
// have to be the same to decrypt it.
// https://doc.libsodium.org/secret-key_cryptography/aead/chacha20-poly1305/xchacha20-poly1305_construction
void csodium_encrypt(
  unsigned char *sealed, const unsigned char *message, size_t size, const unsigned char *bound, size_t bound_size,
  const unsigned char *key);

// `size` is that of nonce, encrypted message and tag. False: one of the bytes is not as it was.
_Bool csodium_decrypt(
  unsigned char *message, const unsigned char *sealed, size_t size, const unsigned char *bound, size_t bound_size,
  const unsigned char *key);

// The bytes of base64 (RFC 4648, section 4) with its padding, and a NUL after it: `max` is 4 bytes for each 3 begun,
// and 1. https://doc.libsodium.org/helpers
void csodium_to_base64(unsigned char *text, size_t max, const unsigned char *bytes, size_t size);

// The number of bytes; -1: the text is not base64, or more than `max` bytes.
ptrdiff_t csodium_from_base64(unsigned char *bytes, size_t max, const unsigned char *text, size_t size);
