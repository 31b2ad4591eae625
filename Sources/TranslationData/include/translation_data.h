#ifndef MOVIERPC_TRANSLATION_DATA_H
#define MOVIERPC_TRANSLATION_DATA_H

#include <stddef.h>

/// de.po and es.po as they were when this was compiled, with a NUL at the end that `size` does not count. They
/// live as long as the process.
const char *_Nonnull movierpc_translations_german(size_t *_Nonnull size);
const char *_Nonnull movierpc_translations_spanish(size_t *_Nonnull size);

#endif
