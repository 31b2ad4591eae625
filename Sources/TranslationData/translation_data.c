#include "translation_data.h"

// C23's #embed, as in CatalogueData.
static const char german[] = {
#embed "de.po" suffix(, 0)
};

static const char spanish[] = {
#embed "es.po" suffix(, 0)
};

const char *movierpc_translations_german(size_t *size) {
  *size = sizeof german - 1;
  return german;
}

const char *movierpc_translations_spanish(size_t *size) {
  *size = sizeof spanish - 1;
  return spanish;
}
