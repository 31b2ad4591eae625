#include "catalogue_data.h"

// C23's #embed, which clang has in older modes too: https://clang.llvm.org/docs/LanguageExtensions.html
// The array is constant, so its pages are shared with the file of the binary and read only when used.
static const unsigned char movierpc_catalogue[] = {
#ifdef WITHOUT_FACTS
  0
#else
#embed "titles.tsv.zst"
#endif
};

const unsigned char *movierpc_catalogue_bytes(void) { return movierpc_catalogue; }

size_t movierpc_catalogue_length(void) {
#ifdef WITHOUT_FACTS
  return 0;
#else
  return sizeof movierpc_catalogue;
#endif
}
