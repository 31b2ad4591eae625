/// Where a file has a row.
struct ImportPlace: Sendable, Equatable {
  /// Of an archive; nil: the file is none.
  var file: String?
  /// From 1.
  var line: Int
  /// In a JSON document, which may be one long line: the member with the list, and the index in it.
  var list: String?
  var index: Int?

  init(line: Int, list: String? = nil, index: Int? = nil) {
    (self.line, self.list, self.index) = (line, list, index)
  }

  /// `ratings[3]`, as jq names it.
  var item: String? { index.map { "\(list ?? "")[\($0)]" } }

  static func < (one: Self, other: Self) -> Bool {
    (one.file ?? "", one.line, one.index ?? 0) < (other.file ?? "", other.line, other.index ?? 0)
  }
}
