import JSONRPC
import MovieProtocol
package import MovieStore

// The catalogue also finds numbers that are written in another way, names of people and misspelt words.
extension SourceChain {
  /// The catalogue also knows names that TMDB's results do not show.
  package func named(_ name: TitleName.Reading, _ options: FetchOptions) async throws -> [NamedTitle] {
    guard let tmdb = upstream.tmdb else { return try await local.named(name, options.patient) }
    let found: [NamedTitle]
    do {
      found = try await tmdb.named(name, options)
    } catch {
      let fallback = try Fallback(error)
      let found = try await local.named(name, options.patient)
      guard found.isEmpty, let error = fallback.error else { return found }
      throw error
    }
    do {
      let own = try await local.named(name, options)
      return found.joined(own.filter { !$0.title.isAdult || options.includesAdult })
    } catch is RPCError {
      return found
    }
  }

  /// A page of TMDB's search. On the first page local titles follow that it lacks, as far as there is room:
  /// TMDB found little, or people also. Later pages leave these titles out.
  func withLocalTitles(
    _ params: SearchParams, _ options: FetchOptions, _ found: FoundTitles
  ) async throws -> FoundTitles {
    // A title that is matched has to be one that TMDB finds.
    guard found.meta.source == .tmdb, options.priority == .interactive else { return found }
    var found = found
    guard params.page == 1 else {
      let shown = Set(try await titlesOnFirstPage(params, options).map(\.key))
      found.titles.removeAll { shown.contains($0.key) }
      return found
    }
    let more = try await localTitles(after: found.titles, params, options)
    if let moment = more.meta.freshUntil { found.meta.expire(at: moment) }
    guard !more.titles.isEmpty else { return found }
    found.titles += more.titles
    // TMDB also counts what is not shown, and that made room.
    found.total = max(found.total, found.titles.count)
    found.meta = found.meta.joined(more.meta)
    return found
  }

  private func localTitles(
    after titles: [Title], _ params: SearchParams, _ options: FetchOptions
  ) async throws -> FoundTitles {
    let room = params.pageSize - titles.count
    guard room > 0 else { return Self.nothing }
    var found: FoundTitles
    do {
      found = try await local.search(params, options.impatient)
    } catch is RPCError {
      return Self.unread
    }
    // Titles with another word are for a search that finds hardly any.
    if found.meta.corrected != nil, titles.count >= Self.few { return Self.nothing }
    let known = Set(titles.map(\.key))
    found.titles.removeAll { known.contains($0.key) || $0.isAdult && !options.includesAdult }
    found.titles = Array(found.titles.prefix(room))
    return found
  }

  /// The local titles that the first page of this search had, if that is cached.
  private func titlesOnFirstPage(_ params: SearchParams, _ options: FetchOptions) async throws -> [Title] {
    guard let tmdb = upstream.tmdb else { return [] }
    var (params, own) = (params, options)
    params.page = 1
    own.isCacheOnly = true
    let first: FoundTitles
    do {
      first = try await tmdb.search(params, own)
    } catch  where error is UpstreamFetcher.NotCached || error is RPCError {
      return []
    }
    return try await localTitles(after: first.titles, params, options).titles
  }

  /// With fewer titles of TMDB, those of other words follow.
  private static let few = 3

  /// Local titles that may be there the next time.
  static var unread: FoundTitles {
    var found = nothing
    found.meta.expireNow()
    return found
  }

  private static var nothing: FoundTitles {
    FoundTitles(titles: [], total: 0, meta: Meta(source: .catalogue, cache: .none, attribution: []))
  }
}
