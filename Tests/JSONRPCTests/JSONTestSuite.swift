/// The situations [JSONTestSuite](https://github.com/nst/JSONTestSuite) is known for, written anew, under its
/// names: `accepted` is its `y_` and those of its `i_` (left to the implementation) that the contract reads,
/// `refused` its `n_` and the other `i_`.
struct JSONSample: Sendable, CustomStringConvertible {
  var name: String
  var bytes: [UInt8]
  var description: String { name }

  enum Part: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case byte(UInt8)
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: UInt8) { self = .byte(value) }
  }

  init(_ name: String, _ parts: Part...) {
    self.name = name
    bytes = parts.flatMap { part in
      switch part {
      case .text(let text): Array(text.utf8)
      case .byte(let byte): [byte]
      }
    }
  }

  init(_ name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

extension JSONSample {
  static let accepted: [JSONSample] = [
    .init("y_array_arraysWithSpaces", "[[]   ]"),
    .init("y_array_empty-string", #"[""]"#),
    .init("y_array_empty", "[]"),
    .init("y_array_ending_with_newline", "[\"a\"]\n"),
    .init("y_array_false", "[false]"),
    .init("y_array_heterogeneous", #"[null, 1, "1", {}]"#),
    .init("y_array_null", "[null]"),
    .init("y_array_with_1_and_newline", "[1\n]"),
    .init("y_array_with_leading_space", " [1]"),
    .init("y_array_with_several_null", "[1,null,null,null,2]"),
    .init("y_array_with_trailing_space", "[2] "),
    .init("y_number", "[123e65]"),
    .init("y_number_0e+1", "[0e+1]"),
    .init("y_number_0e1", "[0e1]"),
    .init("y_number_after_space", "[ 4]"),
    .init(
      "y_number_double_close_to_zero",
      "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]"),
    .init("y_number_int_with_exp", "[20e1]"),
    .init("y_number_minus_zero", "[-0]"),
    .init("y_number_negative_int", "[-123]"),
    .init("y_number_negative_one", "[-1]"),
    .init("y_number_negative_zero", "[-0.0]"),
    .init("y_number_real_capital_e", "[1E22]"),
    .init("y_number_real_capital_e_neg_exp", "[1E-2]"),
    .init("y_number_real_capital_e_pos_exp", "[1E+2]"),
    .init("y_number_real_exponent", "[123e45]"),
    .init("y_number_real_fraction_exponent", "[123.456e78]"),
    .init("y_number_real_neg_exp", "[1e-2]"),
    .init("y_number_real_pos_exponent", "[1e+2]"),
    .init("y_number_simple_int", "[123]"),
    .init("y_number_simple_real", "[123.456789]"),
    .init("y_object", #"{"asd":"sdf", "dfg":"fgh"}"#),
    .init("y_object_basic", #"{"asd":"sdf"}"#),
    .init("y_object_duplicated_key", #"{"a":"b","a":"c"}"#),
    .init("y_object_duplicated_key_and_value", #"{"a":"b","a":"b"}"#),
    .init("y_object_empty", "{}"),
    .init("y_object_empty_key", #"{"":0}"#),
    .init("y_object_escaped_null_in_key", #"{"foo\u0000bar": 42}"#),
    .init("y_object_extreme_numbers", #"{ "min": -1.0e+28, "max": 1.0e+28 }"#),
    .init(
      "y_object_long_strings",
      #"{"x":[{"id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}], "id": "xxxxxxxxxxx"}"#),
    .init("y_object_simple", #"{"a":[]}"#),
    .init(
      "y_object_string_unicode",
      #"{"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435"}"#),
    .init("y_object_with_newlines", "{\n\"a\": \"b\"\n}"),
    .init("y_string_1_2_3_bytes_UTF-8_sequences", #"["\u0060\u012a\u12AB"]"#),
    .init("y_string_accepted_surrogate_pair", #"["\uD801\udc37"]"#),
    .init("y_string_accepted_surrogate_pairs", #"["\ud83d\ude39\ud83d\udc8d"]"#),
    .init("y_string_allowed_escapes", #"["\"\\\/\b\f\n\r\t"]"#),
    .init("y_string_backslash_and_u_escaped_zero", #"["\\u0000"]"#),
    .init("y_string_backslash_doublequotes", #"["\""]"#),
    .init("y_string_comments", #"["a/*b*/c/*d//e"]"#),
    .init("y_string_double_escape_a", #"["\\a"]"#),
    .init("y_string_double_escape_n", #"["\\n"]"#),
    .init("y_string_escaped_control_character", #"["\u0012"]"#),
    .init("y_string_escaped_noncharacter", #"["\uFFFF"]"#),
    .init("y_string_in_array", #"["asd"]"#),
    .init("y_string_in_array_with_leading_space", #"[ "asd"]"#),
    .init("y_string_last_surrogates_1_and_2", #"["\uDBFF\uDFFF"]"#),
    .init("y_string_nbsp_uescaped", #"["new\u00A0line"]"#),
    .init("y_string_nonCharacterInUTF-8_U+10FFFF", "[\"", 0xF4, 0x8F, 0xBF, 0xBF, "\"]"),
    .init("y_string_nonCharacterInUTF-8_U+FFFF", "[\"", 0xEF, 0xBF, 0xBF, "\"]"),
    .init("y_string_null_escape", #"["\u0000"]"#),
    .init("y_string_one-byte-utf-8", #"["\u002c"]"#),
    .init("y_string_pi", "[\"π\"]"),
    .init("y_string_reservedCharacterInUTF-8_U+1BFFF", "[\"", 0xF0, 0x9B, 0xBF, 0xBF, "\"]"),
    .init("y_string_simple_ascii", #"["asd "]"#),
    .init("y_string_space", #"" ""#),
    .init("y_string_surrogates_U+1D11E_MUSICAL_SYMBOL_G_CLEF", #"["\uD834\uDd1e"]"#),
    .init("y_string_three-byte-utf-8", #"["\u0821"]"#),
    .init("y_string_two-byte-utf-8", #"["\u0123"]"#),
    .init("y_string_u+2028_line_sep", "[\"\u{2028}\"]"),
    .init("y_string_u+2029_par_sep", "[\"\u{2029}\"]"),
    .init("y_string_uEscape", #"["\u0061\u30af\u30EA\u30b9"]"#),
    .init("y_string_uescaped_newline", #"["new\u000Aline"]"#),
    .init("y_string_unescaped_char_delete", "[\"\u{7F}\"]"),
    .init("y_string_unicode", #"["\uA66D"]"#),
    .init("y_string_unicodeEscapedBackslash", #"["\u005C"]"#),
    .init("y_string_unicode_2", "[\"⍂㈴⍂\"]"),
    .init("y_string_unicode_U+10FFFE_nonchar", #"["\uDBFF\uDFFE"]"#),
    .init("y_string_unicode_U+1FFFE_nonchar", #"["\uD83F\uDFFE"]"#),
    .init("y_string_unicode_U+200B_ZERO_WIDTH_SPACE", #"["\u200B"]"#),
    .init("y_string_unicode_U+2064_invisible_plus", #"["\u2064"]"#),
    .init("y_string_unicode_U+FDD0_nonchar", #"["\uFDD0"]"#),
    .init("y_string_unicode_U+FFFE_nonchar", #"["\uFFFE"]"#),
    .init("y_string_unicode_escaped_double_quote", #"["\u0022"]"#),
    .init("y_string_utf8", "[\"€𝄞\"]"),
    .init("y_string_with_del_character", "[\"a\u{7F}a\"]"),
    .init("y_structure_lonely_false", "false"),
    .init("y_structure_lonely_int", "42"),
    .init("y_structure_lonely_negative_real", "-0.1"),
    .init("y_structure_lonely_null", "null"),
    .init("y_structure_lonely_string", #""asd""#),
    .init("y_structure_lonely_true", "true"),
    .init("y_structure_string_empty", #""""#),
    .init("y_structure_trailing_newline", "[\"a\"]\n"),
    .init("y_structure_true_in_array", "[true]"),
    .init("y_structure_whitespace_array", " [] "),
    .init("y_structure_64_nested_arrays", bytes: nested(64)),
    // Left open by the suite, read by the contract: numbers of any size.
    .init("i_number_double_huge_neg_exp", "[123.456e-789]"),
    .init(
      "i_number_huge_exp",
      "[0.4e0066999999999999999999999999999999999999999999999999999999999999999999999006]"),
    .init("i_number_neg_int_huge_exp", "[-1e+9999]"),
    .init("i_number_pos_double_huge_exp", "[1.5e+9999]"),
    .init("i_number_real_neg_overflow", "[-123123e100000]"),
    .init("i_number_real_pos_overflow", "[123123e100000]"),
    .init("i_number_real_underflow", "[123e-10000000]"),
    .init("i_number_too_big_neg_int", "[-123123123123123123123123123123]"),
    .init("i_number_too_big_pos_int", "[100000000000000000000]"),
    .init("i_number_very_big_negative_int", "[-237462374673276894279832749832423479823246327846]"),
  ]

  /// `count` arrays within each other.
  static func nested(_ count: Int) -> [UInt8] {
    Array(repeating: UInt8(ascii: "["), count: count) + Array(repeating: UInt8(ascii: "]"), count: count)
  }
}
