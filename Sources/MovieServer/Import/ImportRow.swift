import MovieProtocol

/// A file's data about one title on one list, in the library's terms.
struct ImportRow: Sendable, Equatable {
  var line: Int
  var list = LibraryList.watchlist
  /// Keys of the title, the most reliable first.
  var keys: [TitleKey] = []
  /// As in the file: searched for by exact match if there is no key.
  var title: String?
  /// Set if the file has another name for it.
  var originalTitle: String?
  var year: Int?
  /// Nil: any type.
  var mediaType: Title.MediaType?
  /// All data needed to store it without an upstream request; only our own export has it.
  var facts: Title?
  var imdbID: String?
  /// Nil: now.
  var addedAt: Timestamp?
  var note = ""
  var isWatched = false
  /// Nil if it is watched: when it was added.
  var watchedAt: Timestamp?

  init(line: Int) { self.line = line }

  /// The names to search for, the most likely first.
  var names: [String] {
    let names = [title, originalTitle].compactMap(\.self).filter { !$0.isEmpty }
    return names.count == 2 && names[0] == names[1] ? [names[0]] : names
  }

  /// Merges another row about the same title, so that no data of either is lost.
  mutating func join(_ other: ImportRow) {
    addedAt = [addedAt, other.addedAt].compactMap(\.self).min()
    if note.isEmpty { note = other.note }
    isWatched = isWatched || other.isWatched
    watchedAt = [watchedAt, other.watchedAt].compactMap(\.self).max()
    facts = facts ?? other.facts
    imdbID = imdbID ?? other.imdbID
    for key in other.keys where !keys.contains(key) { keys.append(key) }
  }

  /// Equal for rows about the same title, as far as the file tells.
  var identity: String {
    let name =
      keys.first?.text ?? "\(mediaType?.rawValue ?? "")/\(year ?? 0)/\(title?.lowercased() ?? "")"
    return list.rawValue + " " + name
  }
}
