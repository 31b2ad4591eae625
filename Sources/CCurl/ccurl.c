#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static struct {
  _Bool is_loaded;
  __typeof__(curl_global_init) *global_init;
  __typeof__(curl_version_info) *version_info;
  __typeof__(curl_easy_init) *easy_init;
  __typeof__(curl_easy_cleanup) *easy_cleanup;
  __typeof__(curl_easy_strerror) *easy_strerror;
  __typeof__(curl_easy_pause) *easy_pause;
  __typeof__(curl_easy_setopt) *easy_setopt;
  __typeof__(curl_easy_getinfo) *easy_getinfo;
  __typeof__(curl_easy_send) *easy_send;
  __typeof__(curl_easy_recv) *easy_recv;
  __typeof__(curl_slist_append) *slist_append;
  __typeof__(curl_slist_free_all) *slist_free_all;
  __typeof__(curl_multi_init) *multi_init;
  __typeof__(curl_multi_cleanup) *multi_cleanup;
  __typeof__(curl_multi_add_handle) *multi_add_handle;
  __typeof__(curl_multi_remove_handle) *multi_remove_handle;
  __typeof__(curl_multi_socket_action) *multi_socket_action;
  __typeof__(curl_multi_timeout) *multi_timeout;
  __typeof__(curl_multi_info_read) *multi_info_read;
  __typeof__(curl_multi_setopt) *multi_setopt;
} table;

// POSIX promises that a pointer from dlsym is as large as one to a function; C does not know of it.
#define FIND(name) \
  if (!(*(void **)&table.name = dlsym(curl, "curl_" #name))) return "curl_" #name " is missing"

// NULL or why not.
static const char *load(void) {
  if (table.is_loaded) return NULL;
  void *curl = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  // Debian's package of it with GnuTLS has the same interface. The first name is the one to tell.
  static char reason[256];
  if (!curl) {
    snprintf(reason, sizeof reason, "%s", dlerror());
    curl = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  }
  if (!curl) return reason;
  FIND(global_init);
  FIND(version_info);
  FIND(easy_init);
  FIND(easy_cleanup);
  FIND(easy_strerror);
  FIND(easy_pause);
  FIND(easy_setopt);
  FIND(easy_getinfo);
  FIND(easy_send);
  FIND(easy_recv);
  FIND(slist_append);
  FIND(slist_free_all);
  FIND(multi_init);
  FIND(multi_cleanup);
  FIND(multi_add_handle);
  FIND(multi_remove_handle);
  FIND(multi_socket_action);
  FIND(multi_timeout);
  FIND(multi_info_read);
  FIND(multi_setopt);
  if (table.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return "curl_global_init fails";
  table.is_loaded = 1;
  return NULL;
}

_Bool ccurl_load(char *reason, size_t size) {
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one_at_a_time);
  const char *error = load();
  // dlerror's words are its thread's, but the next failure's too.
  if (error) snprintf(reason, size, "%s", error);
  pthread_mutex_unlock(&one_at_a_time);
  return !error;
}

const curl_version_info_data *ccurl_version_info(void) { return table.version_info(CURLVERSION_NOW); }

CURL *ccurl_easy_init(void) { return table.easy_init(); }
void ccurl_easy_cleanup(CURL *easy) { table.easy_cleanup(easy); }
const char *ccurl_easy_strerror(CURLcode code) { return table.easy_strerror(code); }
CURLcode ccurl_easy_pause(CURL *easy, int bits) { return table.easy_pause(easy, bits); }

CURLcode ccurl_easy_set_long(CURL *easy, CURLoption option, long value) {
  return table.easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return table.easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return table.easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return table.easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_data_callback(CURL *easy, CURLoption option, curl_write_callback value) {
  return table.easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_close_callback(CURL *easy, curl_closesocket_callback value) {
  return table.easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}
CURLcode ccurl_easy_set_connected_callback(CURL *easy, curl_prereq_callback value) {
  return table.easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}
CURLcode ccurl_easy_set_debug_callback(CURL *easy, curl_debug_callback value) {
  return table.easy_setopt(easy, CURLOPT_DEBUGFUNCTION, value);
}
CURLcode ccurl_easy_get_long(CURL *easy, CURLINFO info, long *value) {
  return table.easy_getinfo(easy, info, value);
}
CURLcode ccurl_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return table.easy_getinfo(easy, info, value);
}
CURLcode ccurl_easy_get_string(CURL *easy, CURLINFO info, char **value) {
  return table.easy_getinfo(easy, info, value);
}
CURLcode ccurl_easy_get_socket(CURL *easy, curl_socket_t *value) {
  return table.easy_getinfo(easy, CURLINFO_ACTIVESOCKET, value);
}
CURLcode ccurl_easy_send(CURL *easy, const void *bytes, size_t count, size_t *sent) {
  return table.easy_send(easy, bytes, count, sent);
}
CURLcode ccurl_easy_recv(CURL *easy, void *buffer, size_t size, size_t *received) {
  return table.easy_recv(easy, buffer, size, received);
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *line) {
  return table.slist_append(list, line);
}
void ccurl_list_free(struct curl_slist *list) { table.slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return table.multi_init(); }
CURLMcode ccurl_multi_cleanup(CURLM *multi) { return table.multi_cleanup(multi); }
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return table.multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return table.multi_remove_handle(multi, easy); }
CURLMcode ccurl_multi_act(CURLM *multi, curl_socket_t socket, int events, int *running) {
  return table.multi_socket_action(multi, socket, events, running);
}
CURLMcode ccurl_multi_timeout(CURLM *multi, long *milliseconds) {
  return table.multi_timeout(multi, milliseconds);
}

_Bool ccurl_multi_next_ended(CURLM *multi, CURL **easy, CURLcode *code) {
  int left = 0;
  for (CURLMsg *message; (message = table.multi_info_read(multi, &left));) {
    if (message->msg != CURLMSG_DONE) continue;
    *easy = message->easy_handle;
    *code = message->data.result;
    return 1;
  }
  return 0;
}

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return table.multi_setopt(multi, option, value);
}
CURLMcode ccurl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
  return table.multi_setopt(multi, option, value);
}
CURLMcode ccurl_multi_set_socket_callback(CURLM *multi, curl_socket_callback value) {
  return table.multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}
CURLMcode ccurl_multi_set_timer_callback(CURLM *multi, curl_multi_timer_callback value) {
  return table.multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}
