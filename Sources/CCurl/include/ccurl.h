#pragma once
#include <curl/curl.h>
#include <stddef.h>

// libcurl, loaded when it is first needed. Linked, it would cost every start of the daemon 33 shared
// libraries: 3.6 ms and 6 MB. Beside that this is here because Swift cannot call C's variadic functions. No
// decision is made here. https://curl.se/libcurl/c/

// Loads libcurl.so.4 and has curl set itself up; again: nothing. Any thread. False: it cannot
// be, and the reason says why. All below needs it.
_Bool ccurl_load(char *reason, size_t size);

const curl_version_info_data *ccurl_version_info(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);
const char *ccurl_easy_strerror(CURLcode code);
CURLcode ccurl_easy_pause(CURL *easy, int bits);
CURLcode ccurl_easy_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_easy_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode ccurl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode ccurl_easy_set_data_callback(CURL *easy, CURLoption option, curl_write_callback value);
CURLcode ccurl_easy_set_close_callback(CURL *easy, curl_closesocket_callback value);
CURLcode ccurl_easy_set_connected_callback(CURL *easy, curl_prereq_callback value);
CURLcode ccurl_easy_set_debug_callback(CURL *easy, curl_debug_callback value);
CURLcode ccurl_easy_get_long(CURL *easy, CURLINFO info, long *value);
CURLcode ccurl_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value);
CURLcode ccurl_easy_get_string(CURL *easy, CURLINFO info, char **value);
CURLcode ccurl_easy_get_socket(CURL *easy, curl_socket_t *value);
CURLcode ccurl_easy_send(CURL *easy, const void *bytes, size_t count, size_t *sent);
CURLcode ccurl_easy_recv(CURL *easy, void *buffer, size_t size, size_t *received);

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *line);
void ccurl_list_free(struct curl_slist *list);

CURLM *ccurl_multi_init(void);
CURLMcode ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_act(CURLM *multi, curl_socket_t socket, int events, int *running);
CURLMcode ccurl_multi_timeout(CURLM *multi, long *milliseconds);
// The next transfer that has ended: its handle and how. False: there is none.
_Bool ccurl_multi_next_ended(CURLM *multi, CURL **easy, CURLcode *code);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value);
CURLMcode ccurl_multi_set_socket_callback(CURLM *multi, curl_socket_callback value);
CURLMcode ccurl_multi_set_timer_callback(CURLM *multi, curl_multi_timer_callback value);
