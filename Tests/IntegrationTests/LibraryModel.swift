import JSONRPC
import TestSupport

/// What a client has been told that its titles are, to be compared with what is there after a crash.
struct LibraryModel: Equatable {
  struct Entry: Equatable {
    var note: String
    var isWatched: Bool
  }

  enum Change {
    case add(String, note: String, isWatched: Bool)
    case update(String, note: String?, isWatched: Bool?)
    case remove(String)
    case toggle(String)

    /// - Parameter id: not longer than the line allows.
    func request(_ id: Int) -> String {
      let (method, params): (String, [JSONMember]) =
        switch self {
        case .add(let key, let note, let isWatched):
          (
            "watchlist.add",
            [
              JSONMember("key", .string(key)), JSONMember("note", .string(note)),
              JSONMember("watched", .bool(isWatched)),
            ]
          )
        case .update(let key, let note, let isWatched):
          (
            "watchlist.update",
            [
              JSONMember("key", .string(key)), JSONMember("note", note.map { .string($0) } ?? .null),
              JSONMember("watched", isWatched.map { .bool($0) } ?? .null),
            ]
          )
        case .remove(let key): ("watchlist.remove", [JSONMember("key", .string(key))])
        case .toggle(let key): ("favorites.toggle", [JSONMember("key", .string(key))])
        }
      let message: JSONValue = [
        "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": .object(params),
      ]
      return message.text()
    }
  }

  enum Outcome: Equatable { case changed, unchanged, notFound }

  private(set) var watchlist: [String: Entry] = [:]
  private(set) var favorites: Set<String> = []

  /// Makes a change as the protocol says, and tells what it must be answered.
  mutating func make(_ change: Change) -> Outcome {
    let before = self
    switch change {
    case .add(let key, let note, let isWatched):
      watchlist[key] = Entry(note: note, isWatched: isWatched)
    case .update(let key, let note, let isWatched):
      guard var entry = watchlist[key] else { return .notFound }
      if let note { entry.note = note }
      if let isWatched { entry.isWatched = isWatched }
      watchlist[key] = entry
    case .remove(let key): watchlist[key] = nil
    case .toggle(let key): if favorites.remove(key) == nil { favorites.insert(key) }
    }
    return self == before ? .unchanged : .changed
  }

  /// One of `keys` and one of the changes; notes are never the same.
  static func random(
    _ keys: [String], number: Int, using generator: inout some RandomNumberGenerator
  ) -> Change? {
    guard let key = keys.randomElement(using: &generator) else { return nil }
    return switch Int.random(in: 0..<8, using: &generator) {
    case 0...2: .add(key, note: "note \(number)", isWatched: .random(using: &generator))
    case 3: .update(key, note: "changed \(number)", isWatched: nil)
    case 4: .update(key, note: nil, isWatched: .random(using: &generator))
    case 5: .remove(key)
    default: .toggle(key)
    }
  }

  func only(_ keys: Set<String>) -> LibraryModel {
    var model = self
    model.watchlist = watchlist.filter { keys.contains($0.key) }
    model.favorites = favorites.intersection(keys)
    return model
  }

  /// What the daemon has, and the number of changes that it counted.
  static func read(_ client: LineClient) throws -> (
    model: LibraryModel, rev: Int
  ) {
    var (model, revision) = (LibraryModel(), 0)
    for list in ["watchlist", "favorites"] {
      var page: Int? = 1
      while let number = page {
        let reply = try client.call(
          #"{"jsonrpc":"2.0","id":1,"method":"\#(list)","params":{"page":\#(number),"page_size":100}}"#)
        guard let result = reply["result"] else { throw LineClient.Fault(description: reply.text()) }
        revision = result["version"]?.intValue ?? -1
        for title in result["results"]?.arrayValue ?? [] {
          guard let key = title["key"]?.stringValue else { continue }
          if list == "favorites" {
            model.favorites.insert(key)
          } else {
            model.watchlist[key] = Entry(
              note: title["entry"]?["note"]?.stringValue ?? "?",
              isWatched: title["entry"]?["watched"] == .bool(true))
          }
        }
        page = result["next_page"]?.intValue
      }
    }
    return (model, revision)
  }

  /// Keys of titles that are known without asking anyone.
  static func keys(_ client: LineClient, _ count: Int) throws -> [String] {
    var keys: [String] = []
    var page: Int? = 1
    while let number = page, keys.count < count {
      let reply = try client.call(
        #"{"jsonrpc":"2.0","id":1,"method":"browse","params":{"list":"popular","media_type":"movie","#
          + #""page":\#(number),"page_size":100}}"#)
      guard let result = reply["result"] else { throw LineClient.Fault(description: reply.text()) }
      keys += (result["results"]?.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
      page = result["next_page"]?.intValue
    }
    guard keys.count >= count else { throw LineClient.Fault(description: "only \(keys.count) titles") }
    return Array(keys.prefix(count))
  }
}
