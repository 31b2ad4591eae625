import MovieProtocol

/// What a file says about one title on one list, in the terms of the library.
struct ImportRow: Sendable, Equatable {
  var line: Int
  var list = LibraryList.watchlist
  /// Names of the title, the surest first.
  var keys: [TitleKey] = []
  /// As the file has it: what an exact likeness is looked for by where there is no key.
  var title: String?
  /// Where the file has another name of it.
  var originalTitle: String?
  var year: Int?
  /// Nil: whatever it is.
  var mediaType: Title.MediaType?
  /// All that is needed to keep it without asking anyone; only our own files have it.
  var facts: Title?
  var imdbID: String?
  /// Seconds since 1970; nil: now.
  var addedAt: Int64?
  var note = ""
  var isWatched = false
  /// Seconds since 1970; nil where it is watched: when it was added.
  var watchedAt: Int64?

  init(line: Int) { self.line = line }

  /// To look for, the likeliest first.
  var names: [String] {
    let names = [title, originalTitle].compactMap(\.self).filter { !$0.isEmpty }
    return names.count == 2 && names[0] == names[1] ? [names[0]] : names
  }

  /// Of another row about the same title: nothing that either says is lost.
  mutating func join(_ other: ImportRow) {
    addedAt = [addedAt, other.addedAt].compactMap(\.self).min()
    if note.isEmpty { note = other.note }
    isWatched = isWatched || other.isWatched
    watchedAt = [watchedAt, other.watchedAt].compactMap(\.self).max()
    facts = facts ?? other.facts
    imdbID = imdbID ?? other.imdbID
    for key in other.keys where !keys.contains(key) { keys.append(key) }
  }

  /// The same for rows that are about the same title, as far as the file tells.
  var identity: String {
    let name =
      keys.first?.text ?? "\(mediaType?.rawValue ?? "")/\(year ?? 0)/\(title?.lowercased() ?? "")"
    return list.rawValue + " " + name
  }
}
