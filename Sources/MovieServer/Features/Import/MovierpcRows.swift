import JSONRPC
import MovieProtocol

/// The output of `library.export`: its results one after the other, one document of all of them, or one entry
/// per line.
enum MovierpcRows {
  private static let known: Set<String> = [
    "kind", "key", "imdb_id", "title", "added_at", "note", "watched", "watched_at", "rev", "term",
    "searched_at", "count", "total_results", "name", "value", "known_for_department", "profile_path",
  ]

  static func read(_ text: Span<UInt8>, into plan: inout ImportPlan) throws(ImportError) {
    var clock = SearchClock()
    var isOurs = false
    try JSONRows.read(text, lists: ["entries"], into: &plan) { item, place, plan throws(ImportError) in
      guard let kind = item["kind"]?.stringValue else {
        return plan.refuse(place, .malformed, .entryWithoutKind)
      }
      isOurs = true
      switch kind {
      case LibraryList.watchlist.rawValue: try add(.watchlist, item, place, &plan)
      case LibraryList.favorites.rawValue: try add(.favorites, item, place, &plan)
      // The second is that of exports of before.
      case "search", "history": try addSearch(item, place, &clock, &plan)
      case "settings": try addSetting(item, place, &plan)
      case "follow": try addFollowed(item, place, &plan)
      default:
        return plan.refuse(place, .unsupported, .entryOfUnknownKind(Spelling.shortened(kind)))
      }
      for field in item.fields(besides: known) { plan.drop(field) }
    }
    if !isOurs, plan.unmatched.count > 0 {
      throw ImportError(.lacksEntries("library.export"), hint: .chooseFormat)
    }
  }

  private static func add(
    _ list: LibraryList, _ item: JSONValue, _ place: ImportPlace, _ plan: inout ImportPlan
  ) throws(ImportError) {
    let words = item["title"]?["title"]?.visibleText
    guard let key = item["key"]?.stringValue.flatMap({ TitleKey($0) }) else {
      return plan.refuse(place, .malformed, .keyOfNoTitle, title: words)
    }
    var title = ImportRow(place)
    title.list = list
    title.keys = [key]
    title.facts = item["title"].flatMap { Title(json: $0) }.flatMap { $0.key == key ? $0 : nil }
    title.title = title.facts?.title ?? words
    title.year = title.facts?.year
    title.mediaType = title.facts?.mediaType
    title.imdbID = item["imdb_id"]?.stringValue.flatMap(TitleKey.imdbID)
    title.addedAt = date(item["added_at"])
    title.note = item["note"]?.stringValue ?? ""
    if list == .watchlist {
      title.watchedAt = date(item["watched_at"])
      title.isWatched = item["watched"]?.boolValue ?? (title.watchedAt != nil)
      if !title.isWatched { title.watchedAt = nil }
    }
    try plan.add(title)
  }

  private static func addSearch(
    _ item: JSONValue, _ place: ImportPlace, _ clock: inout SearchClock, _ plan: inout ImportPlan
  ) throws(ImportError) {
    guard case .text(let term)? = ParameterType.text(1...200, trimmed: true).check(item["term"] ?? .null),
      let time = date(item["searched_at"])
    else { return plan.refuse(place, .malformed, .searchWithoutTerm) }
    try plan.add(
      SearchTerm(
        term: term, at: clock.next(time),
        count: min(max(item["count"]?.intValue ?? 1, 1), 1_000_000_000),
        totalResults: min(max(item["total_results"]?.intValue ?? 0, 0), 10_000)))
  }

  private static func addSetting(
    _ item: JSONValue, _ place: ImportPlace, _ plan: inout ImportPlan
  ) throws(ImportError) {
    let exported = item["name"]?.stringValue
    guard let name = exported == "record_history" ? Setting.recordSearches.name : exported,
      let setting = Setting.named(name),
      setting.permission == .profile, !setting.isSecret
    else { return plan.refuse(place, .unsupported, .noSettingOfProfile) }
    guard let value = item["value"], let checked = setting.type.check(value) else {
      return plan.refuse(place, .malformed, .valueMustBe(name, setting.type.demand))
    }
    if let unknown = UnknownCode(in: checked, of: setting) {
      return plan.refuse(place, .malformed, unknown.message)
    }
    try plan.add(ImportPlan.Setting(place: place, name: name, value: value))
  }

  private static func addFollowed(
    _ item: JSONValue, _ place: ImportPlace, _ plan: inout ImportPlan
  ) throws(ImportError) {
    func text(_ member: String, _ characters: ClosedRange<Int>) -> String? {
      guard case .text(let text)? = ParameterType.text(characters, trimmed: true).check(item[member] ?? .null)
      else { return nil }
      return text
    }
    let key = item["key"]?.stringValue
    guard let name = text("name", 1...FollowedPerson.maxName), key.map({ PersonKey($0) != nil }) ?? true
    else {
      return plan.refuse(place, .malformed, .personWithoutName)
    }
    var person = Person(key.flatMap { PersonKey($0) }, name: name)
    person.knownForDepartment = text("known_for_department", 1...60)
    person.profilePath = text("profile_path", 1...500).flatMap { ImagePath($0) == nil ? nil : $0 }
    try plan.add(FollowedPerson(person, addedAt: date(item["added_at"]) ?? .now))
  }

  private static func date(_ json: JSONValue?) -> Timestamp? { json?.stringValue.flatMap(ImportDate.time) }
}

/// The wire has whole seconds. Searches of the same second keep the order of the file, from the oldest to the
/// newest.
private struct SearchClock {
  private var last = Timestamp.distantPast

  mutating func next(_ time: Timestamp) -> Timestamp {
    last = last >= time && last < time + .milliseconds(999) ? last + .milliseconds(1) : time
    return last
  }
}
