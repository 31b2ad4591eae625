import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `find`: see `MovieProtocol/Methods/Find.swift`.
@LoopActor
enum FindHandler {
  static let handlers = [MethodHandler(FindMethod.self, .waiting(find), isCacheable: true)]

  static func find(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let text = request[FindMethod.id]
    guard let target = FindTarget(text) else {
      throw refusal(of: text)
    }
    return try await request.cached {
      let found = try await request.titles.find(target, request.options)
      guard let found else {
        if request.profile.settings.tmdbKey == nil {
          throw RPCError.needsTMDB(.theNumber(Spelling.shortened(text)), .besidesKeys)
        }
        let meta = Meta(source: .tmdb, cache: .none, freshUntil: .now, attribution: [])
        return request.result(meta) { FoundByID([]).write(into: &$0) }
      }
      return request.result(reserving: 4096, found.meta) { found.value.write(into: &$0) }
    }
  }
}

extension FindHandler {
  private static func refusal(of text: String) -> RPCError {
    let shown = Spelling.shortened(text)
    let (message, advice): (Message, Advice) =
      if let id = CollectionAddress.id(text) {
        (
          .collectionIsNoTitle(shown),
          Advice(
            .seeCollection,
            .method(CollectionMethod.method.name, params: [JSONMember("id", .integer(id))]))
        )
      } else if TitleAddress.isShortLink(text) {
        (.isShortLink(shown), Advice(.openShortLink))
      } else if TitleAddress.isAddress(text) {
        (.notFindable(shown), Advice(.sendNumberOrAddress))
      } else {
        // Words are for search.
        (
          .notFindable(shown),
          Advice(
            .searchForTitle,
            .method(SearchMethod.method.name, params: [JSONMember(SearchMethod.q.name, .string(text))]))
        )
      }
    return .parameter("id", message, expected: "tt1160419, Q60834962 or an address", advice)
  }
}

extension ProfileTitles {
  func find(_ target: FindTarget, _ options: FetchOptions) async throws -> Found<FoundByID>? {
    let options = suitable(options)
    guard var found = try await titles.find(target, options) else { return nil }
    let visible = found.value.titles.filter { options.includesAdult || !$0.isAdult }
    found.value.titles = profile.marked(try await filter(visible, &found.meta, options))
    found.value.people = found.value.people.filter { options.includesAdult || !$0.isAdult }
    profile.pictures.record(found.value.titles)
    return found
  }
}
