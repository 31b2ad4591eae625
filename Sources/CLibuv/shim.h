#pragma once
// For memory given back, hang-ups and a timer of the wall clock; neither libuv nor Swift's Glibc has them.
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <uv.h>

// The C library has these only where GNU's extensions are asked for, which Swift does not do.
static inline int accept_close_on_exec(int listener) {
  return (int)syscall(SYS_accept4, listener, NULL, NULL, SOCK_CLOEXEC);
}

static inline long close_on_exec_from(unsigned first) {
  return syscall(SYS_close_range, first, ~0U, 1U << 2);
}
