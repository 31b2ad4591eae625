#include "ctls.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// As the headers of OpenSSL 3 have them, which nothing else here needs.
typedef struct ssl_st SSL;
typedef struct ssl_ctx_st SSL_CTX;
typedef struct bio_st BIO;
enum { SSL_VERIFY_PEER = 1, SSL_ERROR_WANT_READ = 2, SSL_ERROR_ZERO_RETURN = 6, X509_V_OK = 0 };
enum { SSL_CTRL_SET_TLSEXT_HOSTNAME = 55, SSL_CTRL_SET_MIN_PROTO_VERSION = 123 };
enum { TLSEXT_NAMETYPE_host_name = 0, TLS1_2_VERSION = 0x0303, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS = 4 };
#define SSL_OP_NO_RENEGOTIATION ((uint64_t)1 << 30)

static struct {
  _Bool is_loaded;
  const void *(*TLS_client_method)(void);
  SSL_CTX *(*SSL_CTX_new)(const void *method);
  void (*SSL_CTX_free)(SSL_CTX *);
  long (*SSL_CTX_ctrl)(SSL_CTX *, int command, long number, void *pointer);
  uint64_t (*SSL_CTX_set_options)(SSL_CTX *, uint64_t);
  void (*SSL_CTX_set_verify)(SSL_CTX *, int mode, void *callback);
  int (*SSL_CTX_load_verify_file)(SSL_CTX *, const char *);
  int (*SSL_CTX_set_default_verify_paths)(SSL_CTX *);
  SSL *(*SSL_new)(SSL_CTX *);
  void (*SSL_free)(SSL *);
  long (*SSL_ctrl)(SSL *, int command, long number, void *pointer);
  int (*SSL_set1_host)(SSL *, const char *);
  void (*SSL_set_hostflags)(SSL *, unsigned);
  void *(*SSL_get0_param)(SSL *);
  int (*X509_VERIFY_PARAM_set1_ip_asc)(void *, const char *);
  void (*SSL_set_bio)(SSL *, BIO *, BIO *);
  void (*SSL_set_connect_state)(SSL *);
  int (*SSL_do_handshake)(SSL *);
  int (*SSL_read)(SSL *, void *, int);
  int (*SSL_write)(SSL *, const void *, int);
  int (*SSL_get_error)(const SSL *, int);
  long (*SSL_get_verify_result)(const SSL *);
  const char *(*X509_verify_cert_error_string)(long);
  const void *(*BIO_s_mem)(void);
  BIO *(*BIO_new)(const void *method);
  int (*BIO_free)(BIO *);
  int (*BIO_read)(BIO *, void *, int);
  int (*BIO_write)(BIO *, const void *, int);
  unsigned long (*ERR_peek_last_error)(void);
  void (*ERR_clear_error)(void);
  const char *(*ERR_reason_error_string)(unsigned long);
} table;

struct ctls_session {
  SSL *ssl;
  // The session owns both.
  BIO *from_server, *to_server;
  const char *reason;
};

// POSIX promises that a pointer from dlsym is as large as one to a function; C does not know of it. Those of
// libcrypto are found through libssl, which needs it.
#define FIND(name) \
  if (!(*(void **)&table.name = dlsym(library, #name))) return #name " is missing"

// NULL or why not.
static const char *load(void) {
  if (table.is_loaded) return NULL;
  void *library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
  FIND(TLS_client_method);
  FIND(SSL_CTX_new);
  FIND(SSL_CTX_free);
  FIND(SSL_CTX_ctrl);
  FIND(SSL_CTX_set_options);
  FIND(SSL_CTX_set_verify);
  FIND(SSL_CTX_load_verify_file);
  FIND(SSL_CTX_set_default_verify_paths);
  FIND(SSL_new);
  FIND(SSL_free);
  FIND(SSL_ctrl);
  FIND(SSL_set1_host);
  FIND(SSL_set_hostflags);
  FIND(SSL_get0_param);
  FIND(X509_VERIFY_PARAM_set1_ip_asc);
  FIND(SSL_set_bio);
  FIND(SSL_set_connect_state);
  FIND(SSL_do_handshake);
  FIND(SSL_read);
  FIND(SSL_write);
  FIND(SSL_get_error);
  FIND(SSL_get_verify_result);
  FIND(X509_verify_cert_error_string);
  FIND(BIO_s_mem);
  FIND(BIO_new);
  FIND(BIO_free);
  FIND(BIO_read);
  FIND(BIO_write);
  FIND(ERR_peek_last_error);
  FIND(ERR_clear_error);
  FIND(ERR_reason_error_string);
  table.is_loaded = 1;
  return NULL;
}

static const char *load_once(char *reason, size_t size) {
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one_at_a_time);
  const char *error = load();
  // dlerror's words are its thread's, but the next failure's too.
  if (error) snprintf(reason, size, "%s", error);
  pthread_mutex_unlock(&one_at_a_time);
  return error;
}

// NULL, or a context that trusts these.
static SSL_CTX *context(const char *authorities, const char **reason) {
  *reason = "OpenSSL cannot be set up";
  SSL_CTX *context = table.SSL_CTX_new(table.TLS_client_method());
  if (!context) return NULL;
  table.SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  table.SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
  if (table.SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL)) {
    *reason = "no certificates to trust can be read";
    int read = authorities ? table.SSL_CTX_load_verify_file(context, authorities)
                           : table.SSL_CTX_set_default_verify_paths(context);
    if (read == 1) return context;
  }
  table.SSL_CTX_free(context);
  return NULL;
}

static _Bool set_host(SSL *ssl, const char *host) {
  if (table.X509_VERIFY_PARAM_set1_ip_asc(table.SSL_get0_param(ssl), host) == 1) return 1;
  table.SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return table.SSL_set1_host(ssl, host) == 1 &&
         table.SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, (void *)host) == 1;
}

static _Bool set_bios(ctls_session *session) {
  session->from_server = table.BIO_new(table.BIO_s_mem());
  session->to_server = table.BIO_new(table.BIO_s_mem());
  if (session->from_server && session->to_server) {
    table.SSL_set_bio(session->ssl, session->from_server, session->to_server);
    return 1;
  }
  table.BIO_free(session->from_server);
  table.BIO_free(session->to_server);
  return 0;
}

ctls_session *ctls_open(const char *host, const char *authorities, char *reason, size_t size) {
  if (load_once(reason, size)) return NULL;
  const char *why = NULL;
  ctls_session *session = calloc(1, sizeof *session);
  SSL_CTX *trusting = session ? context(authorities, &why) : NULL;
  if (trusting) {
    why = "OpenSSL cannot be set up";
    session->ssl = table.SSL_new(trusting);
    // The session holds it.
    table.SSL_CTX_free(trusting);
  }
  if (session && session->ssl && set_host(session->ssl, host) && set_bios(session)) {
    table.SSL_set_connect_state(session->ssl);
    session->reason = "";
    return session;
  }
  snprintf(reason, size, "%s", why ? why : "there is no memory");
  if (session) ctls_close(session);
  return NULL;
}

void ctls_close(ctls_session *session) {
  if (session->ssl) table.SSL_free(session->ssl);
  free(session);
}

_Bool ctls_feed(ctls_session *session, const uint8_t *bytes, size_t count) {
  if (count == 0) return 1;
  return count <= INT_MAX && table.BIO_write(session->from_server, bytes, (int)count) == (int)count;
}

size_t ctls_take(ctls_session *session, uint8_t *buffer, size_t size) {
  int count = table.BIO_read(session->to_server, buffer, size > INT_MAX ? INT_MAX : (int)size);
  return count > 0 ? (size_t)count : 0;
}

// What `status`, the result of a call, means. The thread's errors are this call's: each begins with none.
static ctls_result result(ctls_session *session, int status) {
  if (status > 0) return CTLS_DONE;
  int error = table.SSL_get_error(session->ssl, status);
  if (error == SSL_ERROR_WANT_READ) return CTLS_WAITS;
  if (error == SSL_ERROR_ZERO_RETURN) return CTLS_CLOSED;
  long verified = table.SSL_get_verify_result(session->ssl);
  const char *reason = verified == X509_V_OK ? table.ERR_reason_error_string(table.ERR_peek_last_error())
                                             : table.X509_verify_cert_error_string(verified);
  session->reason = reason ? reason : "an error of TLS";
  return CTLS_FAILED;
}

ctls_result ctls_handshake(ctls_session *session) {
  table.ERR_clear_error();
  return result(session, table.SSL_do_handshake(session->ssl));
}

ctls_result ctls_read(ctls_session *session, uint8_t *buffer, size_t size, size_t *filled) {
  table.ERR_clear_error();
  int count = table.SSL_read(session->ssl, buffer, size > INT_MAX ? INT_MAX : (int)size);
  *filled = count > 0 ? (size_t)count : 0;
  return result(session, count);
}

ctls_result ctls_write(ctls_session *session, const uint8_t *bytes, size_t count) {
  if (count == 0) return CTLS_DONE;
  if (count > INT_MAX) {
    session->reason = "too many bytes at once";
    return CTLS_FAILED;
  }
  table.ERR_clear_error();
  return result(session, table.SSL_write(session->ssl, bytes, (int)count));
}

const char *ctls_reason(const ctls_session *session) { return session->reason; }
