#pragma once
// For memory given back, hang-ups and a timer of the wall clock; neither libuv nor Swift's Glibc has them.
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <uv.h>

// The C library has this only where GNU's extensions are asked for, which Swift does not do.
static inline long close_on_exec_from(unsigned first) {
  return syscall(SYS_close_range, first, ~0U, 1U << 2);
}
