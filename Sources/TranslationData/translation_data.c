#include "translation_data.h"

// C23's #embed, as in CatalogueData.
static const char german[] = {
#embed "de.po" suffix(, 0)
};

static const char spanish[] = {
#embed "es.po" suffix(, 0)
};

const char *movierpc_translations_german(void) { return german; }

const char *movierpc_translations_spanish(void) { return spanish; }
