#ifndef MOVIERPC_CATALOGUE_DATA_H
#define MOVIERPC_CATALOGUE_DATA_H

#include <stddef.h>

/// The bytes of titles.tsv.zst, as they were when this was compiled. They live as long as the process.
const unsigned char *_Nonnull movierpc_catalogue_bytes(void);

/// How many bytes there are; no NUL follows them. 0: this was built without the facts.
size_t movierpc_catalogue_length(void);

#endif
