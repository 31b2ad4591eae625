import JSONRPC
import MovieProtocol

/// The contents of a file to import: read, checked, and each title on each list once.
struct ImportPlan: Sendable {
  struct Setting: Sendable, Equatable {
    var place: ImportPlace
    var name: String
    var value: JSONValue
  }

  /// Two full lists, including entries that may be on them already. Titles, searches, settings and people count.
  static let maxEntries = 50_000
  /// Characters, the same limit as in `watchlist.add`.
  static let maxNoteLength = 2000
  /// Characters. A longer text is not a title, and would take long to search for.
  static let maxTitleLength = 500

  /// A later day is still to come; nil: none is.
  var latest: Timestamp?
  /// Called between rows: reading a file must not outlast the daemon, or a cancellation.
  var isStopped: @Sendable () -> Bool = { false }
  private(set) var titles: [ImportRow] = []
  private(set) var searches: [SearchTerm] = []
  private(set) var settings: [Setting] = []
  private(set) var followed: [FollowedPerson] = []
  var unmatched = Unmatched()
  var dropped = DroppedFields()
  /// The one of an archive that is being read; nil: the file is none.
  var file: String?
  private var places: [String: Int] = [:]

  var count: Int { titles.count + searches.count + settings.count + followed.count }

  mutating func add(_ title: ImportRow) throws(ImportError) {
    var title = title
    title.place.file = file
    if isToCome(title.addedAt) { title.addedAt = nil }
    if isToCome(title.watchedAt) {
      title.watchedAt = nil
      drop(title.watchedField)
    }
    // A favourite has no note.
    let note = title.list == .favorites ? "" : Self.clipped(title.note, Self.maxNoteLength)
    if note != title.note { dropped.add(title.noteField, of: file) }
    title.note = note
    title.title = title.title.map { Self.clipped($0, Self.maxTitleLength) }
    title.originalTitle = title.originalTitle.map { Self.clipped($0, Self.maxTitleLength) }
    if let place = places[title.identity] { return titles[place].join(title, &dropped) }
    places[title.identity] = titles.count
    titles.append(title)
    try expectRoom()
  }

  mutating func add(_ search: SearchTerm) throws(ImportError) {
    var search = search
    if isToCome(search.at) {
      search.at = .now
      drop("searched_at")
    }
    searches.append(search)
    try expectRoom()
  }

  mutating func add(_ setting: Setting) throws(ImportError) {
    var setting = setting
    setting.place.file = file
    settings.append(setting)
    try expectRoom()
  }

  mutating func add(_ person: FollowedPerson) throws(ImportError) {
    var person = person
    if isToCome(person.addedAt) { person.addedAt = .now }
    followed.append(person)
    try expectRoom()
  }

  /// How many titles are for each list, and how many of the watchlist are watched.
  var takenFor: LibraryImportResult.TakenFor {
    let favorites = titles.count { $0.list == .favorites }
    let watched = titles.count { $0.list == .watchlist && $0.isWatched }
    return (titles.count - favorites - watched, watched, favorites)
  }

  func has(_ identity: String) -> Bool { places[identity] != nil }

  mutating func refuse(
    _ place: ImportPlace, _ kind: Unmatched.Kind, _ message: Message, title: String? = nil, year: Int? = nil
  ) {
    var place = place
    place.file = file
    unmatched.add(Unmatched.Row(place: place, title: title, year: year, kind: kind, message: message))
  }

  /// A year that is none is not kept, and the title is searched for without it.
  mutating func year(_ text: String, of field: String = "Year") -> Int? {
    let year = Int(text).flatMap { (1870...2100).contains($0) ? $0 : nil }
    if year == nil, !text.isBlank { drop(field) }
    return year
  }

  mutating func drop(_ field: String) { dropped.add(field, of: file) }

  func expectRunning() throws(ImportError) {
    if isStopped() { throw ImportError(.wasNotReadWhole) }
  }

  private func isToCome(_ time: Timestamp?) -> Bool {
    guard let time, let latest else { return false }
    return time > latest
  }

  private func expectRoom() throws(ImportError) {
    guard count > Self.maxEntries else { return }
    throw ImportError(
      beyond: .init(name: "import_entries", max: Self.maxEntries, got: count),
      hint: .splitFile)
  }

  private static func clipped(_ text: String, _ maxScalars: Int) -> String {
    guard text.utf8.count > maxScalars, text.unicodeScalars.count > maxScalars else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(maxScalars)))
  }
}
