import Foundation
package import JSONRPC

/// The account of one person: https://developer.themoviedb.org/reference/account-details and the pages beside
/// it, with the ways in which it may mislead a client.
package struct FakeAccount: Sendable {
  package struct Item: Sendable, Hashable {
    package var isFilm: Bool
    package var id: Int

    package init(isFilm: Bool, id: Int) { (self.isFilm, self.id) = (isFilm, id) }
    package static func film(_ number: Int) -> Item {
      Item(isFilm: true, id: FakeCatalogue.firstFilm + number)
    }
    package static func series(_ number: Int) -> Item {
      Item(isFilm: false, id: FakeCatalogue.firstSeries + number)
    }
  }

  package static let number = 548
  package static let username = "ann"

  /// Oldest first.
  package var watchlist: [Item] = []
  package var favorite: [Item] = []
  /// The person approves a token when it has been asked for so often.
  package var approvesAfter = 2
  /// Sessions that are accepted. Without any, each was revoked.
  package var sessions: Set<String> = []
  /// Changes that were made, in their order, each as often as it was received.
  package private(set) var received: [String] = []
  /// So many pages of lists are served as they were before the changes since ``freeze()``.
  package var staleReads = 0
  private var old: (watchlist: [Item], favorite: [Item]) = ([], [])
  /// So often the first title of a list vanishes when its first page was served, if it has several.
  package var shifts = 0
  /// Answers in place of the usual ones, by the end of a path: `token/new`, `watchlist/movies?2` for the
  /// second page.
  package var odd: [String: (status: Int, body: JSONValue)] = [:]
  /// By number: the status of what is answered when a title shall be added or removed.
  package var rejects: [Int: Int] = [:]
  /// Seconds by which TMDB's clock is ahead.
  package var clockSkew = 0
  /// By token: how often it was asked for.
  private var tokens: [String: Int] = [:]
  private var issued = 0

  package mutating func freeze(reads: Int) {
    old = (watchlist, favorite)
    staleReads = reads
  }

  typealias Answer = FakeAnswers.Answer

  /// Nil: the path is not one of the account's.
  mutating func answer(
    _ method: String, _ path: String, _ query: [String: String], _ body: JSONValue
  ) -> Answer? {
    let parts = path.split(separator: "/").dropFirst().map(String.init)
    let place = path + (query["page"].map { "?" + $0 } ?? "")
    if let (_, odd) = odd.first(where: { place.hasSuffix($0.key) }) {
      return Answer(status: odd.status, body: odd.body)
    }
    switch (method, parts.first, parts.count) {
    case ("GET", "authentication", 3) where parts[1...] == ["token", "new"]: return token()
    case ("POST", "authentication", 3) where parts[1...] == ["session", "new"]: return session(body)
    case ("DELETE", "authentication", 2) where parts[1] == "session": return end(body)
    case (_, "account", _):
      guard sessions.contains(query["session_id"] ?? "") else {
        return Self.refusal(3, "Authentication failed: You do not have permissions to access the service.")
      }
      return account(method, Array(parts.dropFirst()), query, body)
    default: return nil
    }
  }

  private mutating func token() -> Answer {
    issued += 1
    let token = "fake0token0\(issued)"
    tokens[token] = 0
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.timeZone = TimeZone(identifier: "UTC")
    form.dateFormat = "yyyy-MM-dd HH:mm:ss 'UTC'"
    let end = Date(timeIntervalSinceNow: TimeInterval(3600 + clockSkew))
    return Answer(
      body: [
        "success": true, "expires_at": .string(form.string(from: end)), "request_token": .string(token),
      ])
  }

  private mutating func session(_ body: JSONValue) -> Answer {
    guard let token = body["request_token"]?.stringValue, let asked = tokens[token] else {
      return Self.refusal(33, "Invalid request token: The request token is either expired or invalid.")
    }
    tokens[token] = asked + 1
    guard asked + 1 >= approvesAfter else { return Self.refusal(17, "Session denied.") }
    tokens[token] = nil
    let session = "fake0session0\(issued)"
    sessions.insert(session)
    return Answer(body: ["success": true, "session_id": .string(session)])
  }

  private mutating func end(_ body: JSONValue) -> Answer {
    guard sessions.remove(body["session_id"]?.stringValue ?? "") != nil else {
      return Answer(
        status: 404,
        body: ["success": false, "status_code": 6, "status_message": "Invalid id."])
    }
    return Answer(body: ["success": true])
  }

  private mutating func account(
    _ method: String, _ parts: [String], _ query: [String: String], _ body: JSONValue
  ) -> Answer {
    if method == "GET", parts.isEmpty {
      return Answer(
        body: [
          "avatar": ["gravatar": ["hash": "c9e9fc152ee756a900db85757c29815d"]], "id": .integer(Self.number),
          "iso_639_1": "en", "iso_3166_1": "US", "name": "", "include_adult": false,
          "username": .string(Self.username),
        ])
    }
    guard parts.first == String(Self.number), parts.count > 1,
      let path = parts[1] == "watchlist" ? \Self.watchlist : parts[1] == "favorite" ? \Self.favorite : nil
    else { return Self.missing }
    switch (method, parts.count) {
    case ("GET", 3): return page(path, parts[1], isFilm: parts[2] == "movies", query)
    case ("POST", 2): return set(path, parts[1], body)
    default: return Self.missing
    }
  }

  private mutating func page(
    _ path: WritableKeyPath<Self, [Item]>, _ name: String, isFilm: Bool, _ query: [String: String]
  ) -> Answer {
    let number = Int(query["page"] ?? "1") ?? 1
    let list = staleReads > 0 ? (name == "watchlist" ? old.watchlist : old.favorite) : self[keyPath: path]
    staleReads = max(0, staleReads - 1)
    let items = list.filter { $0.isFilm == isFilm }
    if shifts > 0, number == 1, items.count > 20,
      let first = self[keyPath: path].first(where: { $0.isFilm == isFilm })
    {
      shifts -= 1
      self[keyPath: path].removeAll { $0 == first }
    }
    let rows = items.dropFirst((number - 1) * 20).prefix(20).compactMap {
      FakeCatalogue.find($0.id, isFilm: $0.isFilm)
    }
    return Answer(
      body: [
        "page": .integer(number),
        "results": .array(
          rows.map { FakeCatalogue.row($0, withMediaType: false, language: query["language"] ?? "en-US") }),
        "total_pages": .integer(max(1, (items.count + 19) / 20)), "total_results": .integer(items.count),
      ])
  }

  private mutating func set(
    _ path: WritableKeyPath<Self, [Item]>, _ name: String, _ body: JSONValue
  ) -> Answer {
    guard let id = body["media_id"]?.intValue, let isListed = body[name]?.boolValue,
      let type = body["media_type"]?.stringValue, FakeCatalogue.find(id, isFilm: type == "movie") != nil
    else { return Self.missing }
    if let status = rejects[id] {
      return Answer(
        status: status,
        body: [
          "success": false, "status_code": 5,
          "status_message": "Invalid parameters: Your request parameters are incorrect.",
        ])
    }
    let item = Item(isFilm: type == "movie", id: id)
    received.append("\(name) \(type)/\(id) \(isListed ? "on" : "off")")
    let isThere = self[keyPath: path].contains(item)
    if isListed, !isThere { self[keyPath: path].append(item) }
    if !isListed { self[keyPath: path].removeAll { $0 == item } }
    let (status, code, words) =
      !isListed
      ? (200, 13, "The item/record was deleted successfully.")
      : isThere ? (201, 12, "The item/record was updated successfully.") : (201, 1, "Success.")
    return Answer(
      status: status,
      body: ["success": true, "status_code": .integer(code), "status_message": .string(words)])
  }

  private static func refusal(_ code: Int, _ words: String) -> Answer {
    Answer(
      status: 401,
      body: [
        "success": false, "failure": true, "status_code": .integer(code), "status_message": .string(words),
      ])
  }

  private static var missing: Answer {
    Answer(
      status: 404,
      body: [
        "success": false, "status_code": 34,
        "status_message": "The resource you requested could not be found.",
      ])
  }
}
