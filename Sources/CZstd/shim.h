#pragma once
// https://facebook.github.io/zstd/zstd_manual.html
#include <zstd.h>
