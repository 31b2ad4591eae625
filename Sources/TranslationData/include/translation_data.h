#ifndef MOVIERPC_TRANSLATION_DATA_H
#define MOVIERPC_TRANSLATION_DATA_H

/// de.po and es.po as they were when this was compiled, with a NUL at the end. They live as long as the
/// process.
const char *_Nonnull movierpc_translations_german(void);
const char *_Nonnull movierpc_translations_spanish(void);

#endif
