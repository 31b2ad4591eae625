import JSONRPC
import MovieProtocol
import MovieSync

// The fields of an item. Each is checked: they come from a file that others may have written.
extension [String: SyncValue] {
  var isThere: Bool { integer(SyncChange.membership) == 1 }

  /// Nil if it is not on the list, or not usable.
  func entry() -> LibraryEntry? {
    guard isThere, let addedAt = seconds("added_at") else { return nil }
    return LibraryEntry(
      addedAt: addedAt, note: text("note", 0...2000) ?? "", watchedAt: seconds("watched_at"), revision: 0)
  }

  /// The title until TMDB is asked for its present facts.
  func title(_ key: TitleKey) -> StoredTitle? {
    guard let name = text("title", 1...1000) else { return nil }
    var members = [
      JSONMember("key", .string(key.text)), JSONMember("title", .string(name)),
      JSONMember("original_title", .string(name)), JSONMember("source", "library"),
      JSONMember("adult", .bool(integer("adult") == 1)),
    ]
    for (field, member) in [
      ("language", "original_language"), ("release_date", "release_date"), ("poster_path", "poster_path"),
    ] {
      if let text = text(field, 1...500) { members.append(JSONMember(member, .string(text))) }
    }
    if let year = integer("year") { members.append(JSONMember("year", .number("\(year)"))) }
    if let numbers = text("genre_ids", 2...500).flatMap({ try? JSONValue(parsing: $0) }) {
      let genres = (numbers.arrayValue ?? []).map { number -> JSONValue in
        ["id": number, "name": .string(number.intValue.flatMap { Genres.name($0) } ?? "")]
      }
      members.append(JSONMember("genres", .array(genres)))
    }
    guard let title = Title(json: .object(members)), title.key == key else { return nil }
    let imdbID = text("imdb_id", 1...20).flatMap(TitleKey.imdbID)
    // Without texts in any language, so that TMDB is soon asked for them.
    return StoredTitle(title, imdbID: imdbID)
  }

  /// Nil if it was removed, or is not usable.
  func search(folded: String) -> SearchTerm? {
    guard isThere, let term = text("term", 1...200), Library.folded(term) == folded, let at = integer("at"),
      StoredBounds.milliseconds.contains(at), let count = integer("count"), count > 0
    else { return nil }
    return SearchTerm(
      term: term, at: Timestamp(milliseconds: at), count: Int(Swift.min(count, 1_000_000_000)),
      totalResults: Int(Swift.min(Swift.max(integer("total_results") ?? 0, 0), 10_000)))
  }

  /// Nil if the person was removed, or is not usable.
  func followed(_ identity: String) -> FollowedPerson? {
    guard isThere, let name = text("name", 1...FollowedPerson.maxName), let addedAt = seconds("added_at")
    else { return nil }
    var person = Person(PersonKey(identity), name: name)
    person.knownForDepartment = text("department", 1...60)
    person.profilePath = text("profile_path", 1...500).flatMap { ImagePath($0) == nil ? nil : $0 }
    let followed = FollowedPerson(person, addedAt: addedAt)
    return followed.identity == identity ? followed : nil
  }

  /// The value of a setting that a profile may share, as it is stored: nil inside means that it is not set.
  /// Nil if this version has no such setting, or the value is not valid.
  func setting(_ name: String) -> String?? {
    guard let setting = Setting.named(name), setting.isShareable, let value = self["value"] else {
      return nil
    }
    switch value {
    case .null: return .some(nil)
    case .integer: return nil
    case .text(let text):
      guard let json = try? JSONValue(parsing: text), setting.type.check(json) != nil else { return nil }
      return .some(text)
    }
  }

  private func integer(_ name: String) -> Int64? {
    if case .integer(let number)? = self[name] { number } else { nil }
  }

  private func seconds(_ name: String) -> Timestamp? {
    integer(name).flatMap { StoredBounds.seconds.contains($0) ? Timestamp(seconds: $0) : nil }
  }

  private func text(_ name: String, _ characters: ClosedRange<Int>) -> String? {
    guard case .text(let text)? = self[name], characters.contains(text.unicodeScalars.count) else {
      return nil
    }
    return text
  }
}
