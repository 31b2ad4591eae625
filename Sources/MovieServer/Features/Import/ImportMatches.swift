import MovieProtocol
import MovieStore

/// The matched titles of a file: for each title on each list the file's row and the resulting entry. A value
/// without I/O.
struct ImportMatches {
  /// The titles of the file, each under the key it was matched with; `entries` uses the same indices.
  private(set) var titles: [ImportRow] = []
  private(set) var entries: [LibraryImport.Entry] = []
  /// What rows about one title say differently.
  private(set) var dropped = DroppedFields()
  private var places: [LibraryList: [TitleKey: Int]] = [:]
  /// The time of adding for rows without one.
  private let now: Timestamp

  init(now: Timestamp) { self.now = now }

  /// - Parameters:
  ///   - found: nil: the library has it.
  ///   - origin: nil: the row is of this import.
  mutating func add(
    _ title: ImportRow, _ key: TitleKey, _ found: StoredTitle?, origin: LibraryImport.Origin? = nil
  ) {
    var found = found
    // Its texts are of unknown age, so they are fetched again soon.
    if title.facts != nil, let own = found?.title, own.source != .catalogue, own.id != nil {
      found?.factsAt = now - StoredTitle.renewsAfter
    }
    // A file may name one title in two ways.
    guard let place = places[title.list]?[key] else {
      places[title.list, default: [:]][key] = titles.count
      titles.append(title)
      entries.append(entry(title, key, found, origin))
      return
    }
    titles[place].join(title, &dropped)
    entries[place] = entry(titles[place], key, entries[place].title ?? found, entries[place].origin)
  }

  private func entry(
    _ title: ImportRow, _ key: TitleKey, _ found: StoredTitle?, _ origin: LibraryImport.Origin?
  ) -> LibraryImport.Entry {
    LibraryImport.Entry(
      title.list, key, title: found, addedAt: title.addedAt ?? now, note: title.note,
      watchedAt: title.isWatched ? title.watchedAt ?? .unknownDay : nil, origin: origin)
  }
}
