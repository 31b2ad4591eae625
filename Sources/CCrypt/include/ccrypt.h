#pragma once
#include <stddef.h>

// libcrypt, which every Debian has for its own passwords, loaded when it is first needed: linked, every start
// of the daemon would pay for what few need. https://manpages.debian.org/bookworm/libcrypt-dev/crypt_r.3.en.html

// A hash of `phrase` with the method and the salt of `setting`, which may be a hash made before; NULL: yescrypt
// with a salt of its own. It takes some 15 ms and 16 MiB while it lasts. Any thread. What it returns is for the
// caller to free(); NULL: it cannot be made, and the reason says why.
char *ccrypt_hash(const char *phrase, const char *setting, char *reason, size_t size);
