package import JSONRPC

/// One thing a profile owns, as `library.export` reports it.
///
///     {"kind":"watchlist","key":"movie/438631","imdb_id":"tt1160419","title":{Title without on},
///      "added_at":"2026-11-21T09:30:00Z","note":"","watched":false,"watched_at":null}
///     {"kind":"favorites","key":...,"imdb_id":...,"title":{...},"added_at":...}
///     {"kind":"history","term":"dune","searched_at":"2026-11-21T09:30:00Z","count":2,"total_results":4}
///     {"kind":"settings","name":"region","value":"DE"}
package enum ExportedEntry: Sendable, Equatable {
  case setting(name: String, value: JSONValue)
  case title(LibraryList, Title, imdbID: String?, LibraryEntry)
  case search(HistoryTerm)

  /// A setting as it is stored; nil if it is not a profile's own, or is a secret.
  package init?(setting name: String, json: String) {
    guard let setting = Setting.named(name), setting.permission == .profile, !setting.isSecret,
      let value = try? JSONValue(parsing: json)
    else { return nil }
    self = .setting(name: name, value: value)
  }

  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .setting(let name, let value):
        writer.member("kind", "settings")
        writer.member("name", name)
        writer.member("value", value)
      case .title(let list, let title, let imdbID, let entry):
        writer.member("kind", list.rawValue)
        writer.member("key", title.key)
        writer.member("imdb_id", imdbID)
        writer.name("title")
        Title.factsShape.write(title, into: &writer)
        writer.member("added_at", Timestamp.text(entry.addedAt))
        guard list == .watchlist else { return }
        writer.member("note", entry.note)
        writer.member("watched", entry.watchedAt != nil)
        writer.member("watched_at", entry.watchedAt.map(Timestamp.text))
      case .search(let search):
        writer.member("kind", "history")
        search.writeMembers(into: &writer)
      }
    }
  }
}
