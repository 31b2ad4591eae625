#pragma once
#include <uv.h>
// A timer of the wall clock; neither libuv nor Swift's Glibc has it.
#include <sys/timerfd.h>
