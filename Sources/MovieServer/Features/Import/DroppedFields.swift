/// What a file says and the library does not keep: which fields, and how often.
struct DroppedFields: Sendable, Equatable {
  struct Field: Sendable, Hashable {
    /// Of an archive; nil: the file is none.
    var file: String?
    /// Nil: the whole file, whose rows are counted.
    var name: String?
  }

  /// A file of strangers may have any columns. What is beyond is counted under ``others``.
  static let maxFields = 200
  private static let maxNameLength = 100
  private static let others = Field(file: nil, name: "...")

  /// In the order in which they were found.
  private(set) var fields: [Field] = []
  private var counts: [Field: Int] = [:]

  var isEmpty: Bool { fields.isEmpty }

  /// - Parameter name: nil: the whole file.
  mutating func add(_ name: String?, of file: String?, _ count: Int = 1) {
    guard count > 0 else { return }
    var field = Field(
      file: file.map { Unmatched.shortened($0) },
      name: name.map { Unmatched.shortened($0, Self.maxNameLength) })
    if counts[field] == nil {
      if fields.count >= Self.maxFields { field = Self.others }
      if counts[field] == nil { fields.append(field) }
    }
    counts[field, default: 0] += count
  }

  mutating func add(_ other: DroppedFields) {
    for field in other.fields { add(field.name, of: field.file, other.count(field)) }
  }

  func count(_ field: Field) -> Int { counts[field] ?? 0 }
}
