import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// A request about titles, with defaults filled in from the settings, and the generation its answer belongs
/// to. A class, because the closures that make results hold it.
@LoopActor
final class TitleRequest {
  let call: Call
  let profile: Profile
  let arguments: Arguments
  let generation: CacheGeneration
  let options: FetchOptions

  init(_ call: Call) throws(RPCError) {
    self.call = call
    let server = call.server
    profile = try call.profile
    // All at the same moment: results made with these settings are cached under this generation.
    generation = profile.generation
    let limit = server.limits.pageSize
    let settings = profile.settings
    var arguments = call.arguments
    arguments.fill { setting in
      switch setting.name {
      case Setting.pageSize.name: .integer(min(settings.pageSize, limit))
      case Setting.language.name: .text(settings.language)
      case Setting.region.name: .text(settings.region)
      default: nil
      }
    }
    self.arguments = arguments
    options = TitleRequest.options(call, arguments, settings)
    if arguments.has(.pageSize), arguments[.pageSize] > limit {
      throw .parameter(
        "page_size", .parameterAtMost(MessageParameter("page_size"), limit),
        expected: "integer, 1 to \(limit)", Advice(.sendAtMost(limit), .param("page_size", .integer(limit))))
    }
  }

  subscript<Value>(parameter: Param<Value>) -> Value { arguments[parameter] }

  /// The titles as the profile sees them.
  var titles: ProfileTitles {
    ProfileTitles(
      call.server.titles, profile, call.server.profiles.library,
      storedVideos: call.server.storedVideos)
  }

  private static func options(_ call: Call, _ arguments: Arguments, _ settings: Settings) -> FetchOptions {
    var options = FetchOptions(settings, day: call.server.day)
    options.client = call.session.number
    options.deadline = call.request?.deadline
    guard arguments.method.isAboutTitles else { return options }
    options.language = arguments[.language]
    options.region = arguments[.region]
    options.maxAge = arguments[.maxAge].map { .milliseconds($0) }
    options.isCacheOnly = arguments[.cacheOnly]
    return options
  }

  /// A change has no deadline of its own, but the upstream requests it makes have one.
  var changeOptions: FetchOptions {
    var options = options
    options.deadline = EventLoop.now + .milliseconds(arguments[.timeout])
    return options
  }

  /// The cached result for such a request; if there is none it is made and cached.
  ///
  /// - Parameter hasAlias: from now on the request may be answered by the bytes of its parameters.
  func cached(
    hasAlias: Bool = true, _ make: @LoopActor () async throws -> FreshResult
  ) async throws -> Response {
    let results = call.server.results
    let method = call.handler.index
    let canonical = arguments.canonical
    let result: EncodedResult
    if let cached = results.find(
      method: method, canonical: canonical, maxAge: options.maxAge, in: generation)
    {
      result = cached
    } else {
      let made = try await make()
      result = made.reply
      // A cache-only result is not for other requests, which may fetch.
      if let cached = made.cached, !options.isCacheOnly {
        results.store(cached, method: method, canonical: canonical, in: generation)
      }
    }
    // A hit by the bytes sent would not check its age, and would replace no other request.
    if hasAlias, options.maxAge == nil, arguments[.supersedes] == nil {
      results.alias(call.sent, method: method, canonical: canonical, in: generation)
    }
    return .cached(result)
  }

  /// - Parameter list: nil: a search.
  func page(
    _ found: FoundTitles, of list: BrowseList? = nil, page: Int, pageSize: Int,
    listener: (any ResultListener)? = nil
  ) -> FreshResult {
    let page = titlePage(found, of: list, page: page, pageSize: pageSize)
    return result(reserving: 1024 * (found.titles.count + 1), found.meta, listener: listener) {
      page.write(into: &$0)
    }
  }

  func titlePage(
    _ found: FoundTitles, of list: BrowseList? = nil, page: Int, pageSize: Int
  ) -> TitlePage {
    TitlePage(
      revision: ListRevision(profile, call.server).text(list, found),
      results: found.titles, page: page, pageSize: pageSize, totalResults: found.total)
  }

  /// A page of a list of anything else.
  ///
  /// - Parameters:
  ///   - parts: what the list depends on beside the parameters and the source.
  ///   - match: words find another title the next time, perhaps.
  func result<Row>(
    _ meta: Meta, _ shape: Shape<Page<Row>>, _ rows: [Row], of total: Int, revision parts: [String] = [],
    match: BestMatch? = nil
  ) -> FreshResult {
    let source = ListRevision(profile, call.server).text(
      nil, FoundTitles(titles: [], total: total, meta: meta))
    var page = Page(
      rows, PageCount(page: self[.page], pageSize: self[.pageSize], totalResults: total),
      revision: ListRevision.text(of: [source] + parts))
    page.match = match
    return result(reserving: 1024 * (rows.count + 1), meta, isCacheable: match == nil) { [page] in
      shape.write(page, into: &$0)
    }
  }

  /// A page of a list in the library.
  ///
  /// - Parameter last: the newest of all rows. A row that moves, as that of a repeated search, becomes the
  ///   newest, so a list with as many rows and the same newest one is the same.
  func page<Row>(_ shape: Shape<Page<Row>>, _ rows: [Row], of total: Int, last: Int64) -> Response {
    let page = Page(
      rows, PageCount(page: self[.page], pageSize: self[.pageSize], totalResults: total),
      revision: ListRevision.text(of: [String(total), String(last)]))
    return .bytes(shape.encode(page, reserving: 512 * (rows.count + 1)))
  }

  /// For the titles of the answer, with the members that the request chooses.
  func writer(reserving capacity: Int) -> JSONWriter {
    var writer = JSONWriter(reserving: capacity)
    writer.fields = arguments.fields
    return writer
  }

  func result(
    reserving capacity: Int = 1024, _ meta: Meta, isCacheable: Bool = true,
    listener: (any ResultListener)? = nil,
    _ write: (inout JSONWriter) -> Void
  ) -> FreshResult {
    var writer = writer(reserving: capacity)
    write(&writer)
    // Copied, because the writer's spare capacity would be stored as well.
    let bytes = Array(copying: writer.bytes.span)
    let results = call.server.results
    return FreshResult(meta, isCacheable: isCacheable) { form in
      EncodedResult(bytes: bytes, meta: results.encode(form(meta)), listener: listener)
    }
  }
}
