import EventLoop
import JSONRPC
import MovieProtocol

// iTunes and YouTube add to the other results, which are complete without them if they fail.
extension SourceChain {
  /// The first page of a search, followed by films that only iTunes has, as far as there is room.
  func joined(
    _ params: SearchParams, _ options: FetchOptions, _ rest: () async throws -> FoundTitles
  ) async throws -> FoundTitles {
    // Prefetched and matched titles need no iTunes results, and iTunes accepts few requests a minute.
    guard let itunes = upstream.itunes, params.page == 1, params.mediaType != .tv,
      options.priority == .interactive
    else { return try await rest() }
    let films = Extra(options, patience: patience) { try await itunes.search(params.q, $0) }
    var found: FoundTitles
    do {
      found = try await rest()
    } catch {
      films.cancel()
      throw error
    }
    let room = params.pageSize - found.titles.count
    guard room > 0 else {
      films.cancel()
      return found
    }
    guard let fetched = try await films.value(&found.meta) else { return found }
    var known = KnownFilms(found.titles)
    var new: [Title] = []
    for film in fetched.answer where params.year == nil || film.year == params.year {
      // The store has some films twice, in two cuts.
      guard new.count < room, !known.contains(film) else { continue }
      new.append(film.wire)
      known.insert(film.wire)
    }
    guard !new.isEmpty else {
      // The result contains nothing from iTunes, however old iTunes' response is.
      found.meta.expire(at: max(fetched.freshUntil, Timestamp.now + Extra<Never>.retry))
      return found
    }
    found.titles += new
    found.total += new.count
    found.meta = found.meta.joined(fetched.itunesMeta)
    return found
  }

  /// How long suggestions lack the titles of a search that TMDB answers after them.
  private static let suggestionLifetime = Duration.seconds(10)

  /// Local titles, followed by those of TMDB's cached answer to a search for the same text.
  func joined(
    _ params: SuggestParams, _ options: FetchOptions, _ found: FoundTitles
  ) async throws -> FoundTitles {
    guard let tmdb = upstream.tmdb, found.titles.count < params.limit else { return found }
    var (found, options) = (found, options)
    found.meta.expire(at: .now + Self.suggestionLifetime)
    options.isCacheOnly = true
    let search = SearchParams(q: params.q, params.mediaType, year: nil, pageSize: 20)
    let cached: FoundTitles
    do {
      cached = try await tmdb.search(search, options)
    } catch  where error is UpstreamFetcher.NotCached || error is RPCError {
      return found
    }
    let known = Set(found.titles.map(\.key))
    let more = cached.titles.filter { !known.contains($0.key) }.prefix(params.limit - found.titles.count)
    guard !more.isEmpty else { return found }
    var meta = found.titles.isEmpty ? cached.meta.joined(found.meta) : found.meta.joined(cached.meta)
    if found.titles.isEmpty { meta.asOf = nil }
    found.meta = meta
    found.titles += more
    found.total += more.count
    return found
  }

  /// The videos of a title with iTunes' preview and, if there is no playable one, YouTube's results.
  func joined(_ params: TrailerParams, _ options: FetchOptions, _ found: FoundVideos) async throws
    -> FoundVideos
  {
    guard let title = found.about else { return found }
    var found = found
    let film = wantsPreview(params, of: title).map { itunes in
      Extra(options, patience: patience) { try await itunes.film(like: title, $0) }
    }
    let trailers = wantsTrailers(params, besides: found, options).map { youtube in
      Extra(options, patience: max(patience, youtube.patience)) { try await youtube.trailers(of: title, $0) }
    }
    do {
      if let film {
        let fetched = try await film.value(&found.meta)
        if fetched == nil { found.isLacking = true }
        if let fetched = fetched ?? nil, let preview = fetched.answer.preview {
          found.insert(preview, before: .search)
          found.meta = found.meta.joined(fetched.itunesMeta)
        }
      }
      if let trailers {
        if let fetched = try await trailers.value(&found.meta) {
          found.videos = fetched.answer + found.videos
          found.meta = found.meta.joined(fetched.meta(.youtube))
        } else {
          found.isLacking = true
        }
      }
    } catch {
      film?.cancel()
      trailers?.cancel()
      throw error
    }
    return found
  }

  private func wantsPreview(_ params: TrailerParams, of title: Title) -> ITunesSource? {
    params.types.contains(.preview) && title.mediaType == .movie ? upstream.itunes : nil
  }

  private func wantsTrailers(
    _ params: TrailerParams, besides found: FoundVideos, _ options: FetchOptions
  ) -> YouTubeSource? {
    guard params.types.contains(.trailer), !found.videos.contains(where: { $0.type != .search }) else {
      return nil
    }
    return upstream.trailers(options)
  }
}

extension FoundVideos {
  fileprivate mutating func insert(_ video: Video, before type: Video.Kind) {
    videos.insert(video, at: videos.firstIndex { $0.type == type } ?? videos.endIndex)
  }
}
