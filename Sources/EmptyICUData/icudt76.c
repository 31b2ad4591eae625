#include <stdint.h>

// A package of ICU's data with nothing in it, as ICU's own stubdata.cpp is. That of Foundation has 33 MB of
// locales, calendars and collations, which the daemon does not use: of Foundation it needs Data, and normal
// forms of text, whose tables are elsewhere. The linker takes from an archive only what is not defined yet. If
// a toolchain has another ICU, its data has another name, and is linked: then .ci/run says that the daemon is
// too large, and `nm lib_FoundationICU.a | grep icudt` the name.
extern const struct {
  uint16_t header_size;
  uint8_t magic[2];
  // UDataInfo of ICU's udata.h.
  uint16_t info_size, reserved;
  uint8_t is_big_endian, charset_family, size_of_uchar, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
  uint8_t padding[8];
  // The table of contents.
  uint32_t count;
} icudt76_dat;

_Alignas(16) const __typeof__(icudt76_dat) icudt76_dat = {
  .header_size = 32,
  .magic = {0xda, 0x27},
  .info_size = 20,
  .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
  .size_of_uchar = 2,
  .format = {'T', 'o', 'C', 'P'},
  .format_version = {1},
};
