import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// Finds the title that a request is about; for a change by its key, or by its whole name (see `TitleName`).
///
/// Of several titles with that name, those of the year count if there is one, and the one is meant that has
/// three times the votes of each other. Anything else is `ambiguous`: a wrong title is worse than none. On a
/// list no title is better known than another.
@LoopActor
struct TitleResolver {
  /// The titles that may be meant.
  struct Scope: Sendable {
    /// Nil: all that are known.
    var keys: (@LoopActor @Sendable (TitleRequest) async throws -> Set<TitleKey>)?
    /// If no title is called so: where to look, what was not found, and that.
    let advice: Advice
    let resource: JSONValue
    let absence: @Sendable (String) -> Message

    static let all = Scope(advice: .searchForTitle, resource: "title") { .noTitleCalled($0) }
  }

  nonisolated fileprivate static let maxCandidates = 5

  let call: Call

  init(_ call: Call) { self.call = call }

  /// - Parameter parameter: the one that has the key.
  /// - Returns: nil if the request names no title.
  func key(_ parameter: Param<TitleKey?>, in scope: Scope) async throws -> TitleKey? {
    if let key = call[parameter] { return key }
    guard let text = call[.titleName] else { return nil }
    if let key = TitleAddress.titleKey(text) { return key }
    guard let name = TitleName(text) else { throw RPCError.notNamed(text, scope) }
    let request = try TitleRequest(call)
    guard let keys = scope.keys else { return try await find(name, request) }
    return try await find(name, among: try await keys(request), scope, request)
  }

  /// For a method that needs a title.
  func requiredKey(_ parameter: Param<TitleKey?>, in scope: Scope) async throws -> TitleKey {
    guard let key = try await key(parameter, in: scope) else { throw RPCError.namesNoTitle }
    return key
  }

  private func find(_ name: TitleName, _ request: TitleRequest) async throws -> TitleKey {
    var options = request.changeOptions
    options.includesRelated = false
    if let found = try await request.titles.named(name, options) {
      if let title = found.meant { return title.key }
      throw RPCError.ambiguous(name, .all, found.map(\.title), isNamed: true)
    }
    let params = SearchParams(q: name.text, nil, year: nil, pageSize: Self.maxCandidates)
    let near = try await request.titles.search(params, options)
    guard !near.titles.isEmpty else { throw RPCError.notNamed(name.text, .all) }
    throw RPCError.ambiguous(name, .all, near.titles, isNamed: false)
  }

  private func find(
    _ name: TitleName, among keys: Set<TitleKey>, _ scope: Scope, _ request: TitleRequest
  ) async throws -> TitleKey {
    let (titles, isNamed) = try await request.titles.named(name, among: keys, request.changeOptions)
    guard let first = titles.first else { throw RPCError.notNamed(name.text, scope) }
    if isNamed, titles.count == 1 { return first.key }
    throw RPCError.ambiguous(name, scope, titles, isNamed: isNamed)
  }
}

extension RPCError {
  /// The check of the parameters lets no such request pass.
  static let namesNoTitle = RPCError(.internalError, .namesNoTitle)

  fileprivate static func notNamed(_ text: String, _ scope: TitleResolver.Scope) -> RPCError {
    RPCError(
      .notFound, scope.absence(Spelling.shortened(text)), scope.advice, details: ["resource": scope.resource])
  }

  fileprivate static func ambiguous(
    _ name: TitleName, _ scope: TitleResolver.Scope, _ titles: [Title], isNamed: Bool
  ) -> RPCError {
    let text = Spelling.shortened(name.text)
    let candidates = titles.prefix(TitleResolver.maxCandidates).map { title in
      (try? JSONValue(parsing: Title.candidate.encode(title).span)) ?? .null
    }
    return RPCError(
      .ambiguous, isNamed ? .titlesCalled(titles.count, text) : scope.absence(text),
      Advice(.sendCandidate), details: ["candidates": .array(candidates)])
  }
}
