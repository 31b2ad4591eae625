#pragma once
#include <stddef.h>
#include <stdint.h>

// The client's side of TLS (OpenSSL 3), loaded when it is first needed: few daemons need it. It has no I/O
// beside reading certificates: encrypted bytes are fed and taken. https://docs.openssl.org/3.0/man7/ssl/
typedef struct ctls_session ctls_session;

typedef enum {
  CTLS_DONE,
  // More of the server's bytes are needed.
  CTLS_WAITS,
  // The server has ended the session.
  CTLS_CLOSED,
  // For ever; `ctls_reason` says why.
  CTLS_FAILED
} ctls_result;

// TLS 1.2 or later with `host`, a name or a numeric address, which the server's certificate must be for.
// `authorities` is a file of the certificates to trust, in PEM; NULL: SSL_CERT_FILE and SSL_CERT_DIR of the
// environment, or those of the system. It reads files. Any thread. NULL: it cannot be, and the reason says
// why.
ctls_session *_Nullable ctls_open(
  const char *_Nonnull host, const char *_Nullable authorities, char *_Nonnull reason, size_t size);
void ctls_close(ctls_session *_Nonnull session);

// All below is for one thread at a time.

// Bytes that the server has sent. False: there is no memory for them.
_Bool ctls_feed(ctls_session *_Nonnull session, const uint8_t *_Nullable bytes, size_t count);
// Bytes to send to the server; 0: there are none. Ask after every call of the others.
size_t ctls_take(ctls_session *_Nonnull session, uint8_t *_Nonnull buffer, size_t size);

ctls_result ctls_handshake(ctls_session *_Nonnull session);
// What the server says: `filled` is at least 1 with CTLS_DONE.
ctls_result ctls_read(
  ctls_session *_Nonnull session, uint8_t *_Nonnull buffer, size_t size, size_t *_Nonnull filled);
// Encrypts all of it. After the handshake.
ctls_result ctls_write(ctls_session *_Nonnull session, const uint8_t *_Nonnull bytes, size_t count);

// Why it failed: OpenSSL's words, such as "certificate has expired".
const char *_Nonnull ctls_reason(const ctls_session *_Nonnull session);
