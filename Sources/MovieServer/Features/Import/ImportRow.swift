import MovieProtocol

/// A file's data about one title on one list, in the library's terms.
struct ImportRow: Sendable, Equatable {
  var place: ImportPlace
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
  /// Nil if it is watched: on an unknown day.
  var watchedAt: Timestamp?
  /// `watchedAt` is when somebody wrote down or rated that he has seen it. A day on which it was seen is better.
  var isDayOfWriting = false
  /// What the file calls `note` and `watchedAt`.
  var noteField = "note"
  var watchedField = "watched_at"

  init(_ place: ImportPlace) { self.place = place }
  init(line: Int) { self.init(ImportPlace(line: line)) }

  var line: Int { place.line }

  /// The names to search for, the most likely first.
  var names: [String] {
    let names = [title, originalTitle].compactMap(\.self).filter { !$0.isEmpty }
    return names.count == 2 && names[0] == names[1] ? [names[0]] : names
  }

  /// Merges another row about the same title.
  ///
  /// - Parameter dropped: gets what there is no room for: a second note, and all viewings but the last.
  mutating func join(_ other: ImportRow, _ dropped: inout DroppedFields) {
    addedAt = [addedAt, other.addedAt].compactMap(\.self).min()
    if note.isEmpty {
      (note, noteField) = (other.note, other.noteField)
    } else if !other.note.isEmpty, other.note != note {
      dropped.add(other.noteField, of: other.place.file)
    }
    isWatched = isWatched || other.isWatched
    joinViewing(other, &dropped)
    facts = facts ?? other.facts
    imdbID = imdbID ?? other.imdbID
    for key in other.keys where !keys.contains(key) { keys.append(key) }
  }

  private mutating func joinViewing(_ other: ImportRow, _ dropped: inout DroppedFields) {
    guard let theirs = other.watchedAt else { return }
    guard let own = watchedAt, isDayOfWriting == other.isDayOfWriting else {
      if watchedAt == nil || isDayOfWriting {
        (watchedAt, isDayOfWriting) = (theirs, other.isDayOfWriting)
        watchedField = other.watchedField
      }
      return
    }
    if own != theirs, !isDayOfWriting { dropped.add(other.watchedField, of: other.place.file) }
    watchedAt = max(own, theirs)
  }

  /// Equal for rows about the same title, as far as the file tells.
  var identity: String {
    let name =
      keys.first?.text ?? "\(mediaType?.rawValue ?? "")/\(year ?? 0)/\(title?.lowercased() ?? "")"
    return list.rawValue + " " + name
  }
}
