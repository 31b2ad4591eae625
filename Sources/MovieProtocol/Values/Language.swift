/// A language by its ISO 639-1 code, https://www.loc.gov/standards/iso639-2/php/code_list.php.
package struct Language: Sendable, Equatable {
  /// `de`
  package var code: String
  /// In English.
  package var name: String
  /// In the language itself; in English if that is unknown.
  package var nativeName: String

  package init(code: String, name: String, nativeName: String) {
    (self.code, self.name, self.nativeName) = (code, name, nativeName)
  }
}

extension Language: JSONObject {
  package static let shape = Shape<Self>("Language") {
    Member("code", \.code, "ISO 639-1, two small letters.")
    Member("name", \.name, "In English.")
    Member("native_name", \.nativeName, "In the language itself.")
  }

  /// The answer of `languages`.
  package static let list = Shape<[Language]>("Languages") {
    Member("results", \.self, "By name.")
    Member.meta
  }
}
