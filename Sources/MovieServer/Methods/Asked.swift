import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// A request about titles, with what the settings decide filled in, and the scope its answer belongs to. A
/// class, because the closures that make results hold it.
@LoopActor
final class Asked {
  let call: Call
  let profile: Profile
  let arguments: Arguments
  let scope: ResultScope
  let asking: Asking

  init(_ call: Call) throws(RPCError) {
    self.call = call
    let server = call.server
    profile = try call.profile
    // All at one moment: what is made with these settings is kept under this scope.
    scope = profile.scope
    let limit = server.limits.pageSize
    let settings = profile.settings
    var arguments = call.arguments
    arguments.fill { name in
      switch name {
      case "page_size": .integer(min(settings.pageSize, limit))
      case "language": .text(settings.language)
      case "region": .text(settings.region)
      default: nil
      }
    }
    self.arguments = arguments
    asking = Asked.asking(call, arguments, settings)
    if let pageSize = arguments.integer("page_size"), pageSize > limit {
      throw .parameter(
        "page_size", of: call.route.method.name, "page_size must be at most \(limit) here",
        expected: "integer, 1 to \(limit)", hint: "send \(limit) or less")
    }
  }

  /// What is known of titles, as the profile sees it.
  var titles: PersonalTitles {
    PersonalTitles(
      call.server.titles, profile, call.server.profiles.library, method: call.route.method.name,
      downloads: call.server.downloads)
  }

  private static func asking(_ call: Call, _ arguments: Arguments, _ settings: Settings) -> Asking {
    var asking = Asking(settings, day: call.server.day)
    asking.language = arguments.text("language") ?? settings.language
    asking.region = arguments.text("region") ?? settings.region
    asking.client = call.session.number
    asking.maximumAge = arguments.integer("max_age_ms")
    asking.isCacheOnly = arguments.boolean("cache_only") ?? false
    asking.deadline = call.request?.deadline
    return asking
  }

  /// The result kept for such a request; where there is none it is made, and kept.
  ///
  /// - Parameter hasAlias: the request may be answered by the bytes of its parameters from now on.
  func kept(
    hasAlias: Bool = true, _ make: @LoopActor () async throws -> MadeResult
  ) async throws -> Outcome {
    let results = call.server.results
    let method = call.route.index
    let canonical = arguments.canonical
    let result: EncodedResult
    if let kept = results.find(
      method: method, canonical: canonical, maximumAge: asking.maximumAge, in: scope)
    {
      result = kept
    } else {
      let made = try await make()
      result = made.reply
      // What was at hand without asking is not what others are to get, who may ask.
      if let kept = made.kept, !asking.isCacheOnly {
        results.keep(kept, method: method, canonical: canonical, in: scope)
      }
    }
    // Found by the bytes sent, nobody would look at its age.
    if hasAlias, asking.maximumAge == nil {
      results.alias(call.sent, method: method, canonical: canonical, in: scope)
    }
    return .kept(result)
  }

  /// - Parameter list: nil: a search.
  func page(
    _ found: FoundTitles, of list: BrowseList? = nil, page: Int, pageSize: Int,
    search: AnsweredSearch? = nil
  ) -> MadeResult {
    let page = TitlePage(
      revision: ListRevision(profile, asOf: call.server.titles.asOf).text(list, found),
      results: found.titles, page: page, pageSize: pageSize, totalResults: found.total)
    return result(reserving: 1024 * (found.titles.count + 1), found.meta, search: search) {
      page.write(into: &$0)
    }
  }

  func result(
    reserving capacity: Int = 1024, _ meta: Meta, search: AnsweredSearch? = nil,
    _ write: (inout JSONWriter) -> Void
  ) -> MadeResult {
    var writer = JSONWriter(reserving: capacity)
    write(&writer)
    // Copied, because the writer's room for more would be kept too.
    let bytes = Array(copying: writer.bytes.span)
    let results = call.server.results
    return MadeResult(meta) { form in
      EncodedResult(bytes: bytes, meta: results.encode(form(meta)), search: search)
    }
  }
}
