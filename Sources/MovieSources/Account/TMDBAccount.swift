package import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol
package import MovieStore

/// A person's account at TMDB: https://developer.themoviedb.org/reference/account-details and the pages
/// beside it. Requests pass the same rate limit as all others, and their answers are never cached.
///
/// What changes something is sent once, and says what shall be, not what to do: sent again after a comparison,
/// it does no harm.
@LoopActor
package final class TMDBAccount {
  /// Why TMDB refuses, where a client has another remedy than for a refused key.
  package enum Refusal: Error, Sendable, Equatable {
    /// The session was ended, or never was one.
    case session
    /// The person has not approved the request token yet.
    case notApproved
    /// The request token is too old, or was used already.
    case token
  }

  /// How urgent the requests are: a client waits for the answers, or none does.
  package struct Priority: Sendable {
    package var client: UInt64
    package var isInteractive: Bool

    package init(client: UInt64, isInteractive: Bool) {
      (self.client, self.isInteractive) = (client, isInteractive)
    }

    package static let background = Priority(client: 0, isInteractive: false)
  }

  private enum Reply: Sendable {
    case json(JSONValue)
    case refused(Refusal)
    /// TMDB does not know, or does not take, what the request names.
    case rejected(status: Int)
  }

  private let service: UpstreamService
  private let transport: any Transport

  init(_ service: UpstreamService, _ transport: any Transport) {
    (self.service, self.transport) = (service, transport)
  }

  /// A token that the person approves at ``link(_:)``.
  package func requestToken(_ priority: Priority) async throws -> String {
    let json = try await expect(call(.get, "/authentication/token/new", priority: priority))
    // It becomes a part of an address that is shown and opened.
    guard let token = json["request_token"]?.stringValue, (8...200).contains(token.utf8.count),
      token.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { throw Self.unreadable("no request token") }
    return token
  }

  /// https://developer.themoviedb.org/reference/authentication-how-do-i-generate-a-session-id
  package nonisolated static func link(_ token: String) -> String {
    "https://www.themoviedb.org/authenticate/\(token)"
  }

  /// - Throws: also `Refusal`.
  package func session(_ token: String, _ priority: Priority) async throws -> Secret {
    let json = try await expect(
      call(.post, "/authentication/session/new", body: ["request_token": .string(token)], priority: priority))
    guard let session = json["session_id"]?.stringValue, (8...200).contains(session.utf8.count),
      session.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw Self.unreadable("no session") }
    return Secret(session)
  }

  package func account(_ session: Secret, _ priority: Priority) async throws -> (
    number: Int, username: String
  ) {
    let json = try await expect(call(.get, "/account", session: session, priority: priority))
    guard let number = json.id() else { throw Self.unreadable("no account") }
    return (number, json.text("username", max: 200) ?? json.text("name", max: 200) ?? String(number))
  }

  /// - Returns: false: TMDB does not know the title, or does not take it.
  package func set(
    _ item: AccountItem, _ isListed: Bool, of account: Int, _ session: Secret, _ priority: Priority
  ) async throws -> Bool {
    guard case .tmdb(let mediaType, let id) = item.key else { return false }
    let list = Self.word(item.list)
    let reply = try await call(
      .post, "/account/\(account)/\(list)", session: session,
      body: .object([
        JSONMember("media_type", .string(mediaType.rawValue)), JSONMember("media_id", .integer(id)),
        JSONMember(list, .bool(isListed)),
      ]), priority: priority)
    if case .rejected = reply { return false }
    // Added, changed, removed. Without one of them the lists will not show it, which would look like a removal.
    let json = try expect(reply)
    guard json["success"]?.boolValue ?? [1, 12, 13].contains(json["status_code"]?.intValue) else {
      throw Self.unreadable("no success")
    }
    return true
  }

  /// Ends the session. One that is ended already is no error.
  package func end(_ session: Secret, _ priority: Priority) async throws {
    let reply = try await call(
      .delete, "/authentication/session", body: ["session_id": .string(session.text)], priority: priority)
    if case .json(let json) = reply, json["success"]?.boolValue != true {
      throw Self.unreadable("no success")
    }
  }

  /// - Parameter number: of the page, from 1.
  func page(
    _ list: LibraryList, _ mediaType: Title.MediaType, _ number: Int, of account: Int, _ session: Secret,
    language: String, _ priority: Priority
  ) async throws -> AccountPage {
    let json = try await expect(
      call(
        .get, "/account/\(account)/\(Self.word(list))/\(mediaType == .movie ? "movies" : "tv")",
        [
          QueryItem("language", language), QueryItem("page", String(number)),
          QueryItem("sort_by", "created_at.asc"),
        ], session: session, priority: priority))
    guard let page = AccountPage(json, mediaType) else { throw Self.unreadable("not a page of a list") }
    return page
  }

  private static func word(_ list: LibraryList) -> String { list == .favorites ? "favorite" : "watchlist" }

  private func expect(_ reply: Reply) throws -> JSONValue {
    switch reply {
    case .json(let json): return json
    case .refused(let refusal): throw refusal
    case .rejected(let status): throw RPCError.upstream(.tmdb, .status(status))
    }
  }

  private static func unreadable(_ reason: String) -> RPCError {
    RPCError.upstream(.tmdb, .foreign(status: 200, reason: reason))
  }
}

// Sending.
extension TMDBAccount {
  private func call(
    _ method: HTTPRequest.Method, _ path: String, _ query: [QueryItem] = [], session: Secret? = nil,
    body: JSONValue? = nil, priority: Priority
  ) async throws -> Reply {
    let address = service.address
    let permit = RateLimiter.Permit(
      client: priority.client, priority: priority.isInteractive ? .interactive : .prefetch)
    var retries = UpstreamRetries(service: service, permit: permit, target: address + path) {
      self.service.address == address
    }
    // After a 429 nothing was done.
    if method != .get {
      retries.isWorthAnotherTry = { if case .limited = $0 { $0.isWorthAnotherTry } else { false } }
    }
    let query = query + (session.map { [QueryItem("session_id", $0.text)] } ?? [])
    let target = Endpoint<Void>(.tmdb, path, query, kind: .list) { _ in }.target
    return try await retries.run {
      var request = self.service.request(target, etag: nil)
      (request.method, request.body) = (method, body?.text() ?? "")
      // Otherwise only the key can be refused.
      return try await self.send(request, isPersonal: session != nil || body != nil)
    }
  }

  private func send(_ request: HTTPRequest, isPersonal: Bool) async throws -> Reply {
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch let error as HTTPError {
      throw UpstreamError.transport(error)
    }
    service.limiter.silence?.received()
    let json: JSONValue
    do {
      json = try JSONValue(upstream: response.body)
    } catch  where response.status < 300 {
      throw UpstreamError.foreign(status: response.status, reason: error.reason)
    } catch {
      json = .null
    }
    if (200..<300).contains(response.status) {
      guard json.objectValue != nil else {
        throw UpstreamError.foreign(status: response.status, reason: "the body is not an object")
      }
      return .json(json)
    }
    if response.status == 401, isPersonal, let refusal = Self.refusal(json["status_code"]?.intValue) {
      return .refused(refusal)
    }
    switch UpstreamError.read(.tmdb, response, at: .now) {
    case nil: return .rejected(status: response.status)
    case .status(400..<500, _) where request.method == .post: return .rejected(status: response.status)
    case let fault?: throw service.withoutKey(fault)
    }
  }

  /// https://developer.themoviedb.org/docs/errors
  private static func refusal(_ code: Int?) -> Refusal? {
    switch code {
    case 3, 14: .session
    case 17: .notApproved
    case 16, 33, 35, 36: .token
    default: nil
    }
  }
}
