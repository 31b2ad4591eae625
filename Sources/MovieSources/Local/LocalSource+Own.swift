import EventLoop
import MovieProtocol
import MovieStore

// The user's own titles.
extension LocalSource {
  /// The user's own data of a title. If it cannot be read now, the result omits it and is not cached: the
  /// next request may be able to read it.
  func ownDetail(
    of key: TitleKey, _ options: FetchOptions
  ) async -> (detail: TitleDetail?, isUnread: Bool) {
    guard let own, !own.isEmpty(options) else { return (nil, false) }
    do {
      return (try await own.detail(key, options), false)
    } catch {
      return (nil, true)
    }
  }

  func videos(of own: TitleDetail, _ params: TrailerParams) -> FoundVideos {
    var videos = own.videos.best(params.types, language: params.language)
    if params.types.contains(.search), !videos.contains(where: { $0.type == .search }) {
      videos.append(Video(searchFor: own.title))
    }
    return FoundVideos(
      key: own.title.key, title: own.title.title, videos: videos,
      about: own.title.id == nil ? nil : own.title, meta: Self.meta(of: own))
  }

  /// A result of the catalogue with the user's own titles after it.
  ///
  /// - Parameters:
  ///   - rows: nil past the last possible row of any list.
  ///   - isTyped: for a list of completions.
  func joined(
    _ found: FoundTitles, _ q: String, _ mediaType: Title.MediaType?, _ year: Int?, _ rows: Range<Int>?,
    _ options: FetchOptions, isTyped: Bool = false
  ) async throws -> FoundTitles {
    guard let own, !own.isEmpty(options), let question = TitleQuestion(q) else { return found }
    var found = found
    let titles: [Title]
    do {
      titles = try await own.search(question, mediaType, year: year, options)
    } catch {
      found.meta.expireNow()
      return found
    }
    let more = try await lacking(titles, question, year, options)
    guard !more.isEmpty else { return found }
    if let rows {
      if isTyped {
        // A list of completions has no second page: the user's own have half of it.
        found.titles.removeLast(max(0, found.titles.count + min(more.count, rows.count / 2) - rows.count))
        found.total = found.titles.count
      }
      let begin = max(0, rows.lowerBound - found.total)
      let shown = more.dropFirst(begin).prefix(max(0, rows.count - found.titles.count))
      if found.titles.isEmpty, !shown.isEmpty {
        // The catalogue has the pages before: what it searched for, and how long that holds, remain true.
        let (corrected, freshUntil, reason) = (
          found.meta.corrected, found.meta.freshUntil, found.meta.reason
        )
        found.meta = Self.meta(of: Array(shown))
        (found.meta.corrected, found.meta.freshUntil, found.meta.reason) = (corrected, freshUntil, reason)
      } else if !shown.isEmpty, found.meta.attribution.isEmpty {
        found.meta.attribution = ["TMDB"]
      }
      found.titles += shown
    }
    found.total += more.count
    return found
  }

  /// Titles that the catalogue does not find: it may have the same title, but in another language.
  private func lacking(
    _ titles: [Title], _ question: TitleQuestion, _ year: Int?, _ options: FetchOptions
  ) async throws -> [Title] {
    let numbered = titles.compactMap { title in title.id.map { (title.key, title.mediaType, $0) } }
    guard !numbered.isEmpty else { return titles }
    let rows = try await whenOpened(options).catalogue.titles(numbered.map { ($0.1, $0.2) })
    var found: Set<TitleKey> = []
    for (title, row) in zip(numbered, rows) {
      guard let row, year == nil || row.year == year,
        question.match(title: row.title, original: row.originalTitle) != nil
      else { continue }
      found.insert(title.0)
    }
    return titles.filter { !found.contains($0.key) }
  }

  static func meta(of detail: TitleDetail) -> Meta {
    var meta = meta(of: [detail.title])
    if detail.whereToWatch?.isEmpty == false { meta.attribution.append("JustWatch") }
    return meta
  }

  static func meta(of titles: [Title]) -> Meta {
    Meta(
      source: .library, cache: .none,
      attribution: titles.contains { $0.id != nil } ? ["TMDB"] : [])
  }
}

extension Meta {
  /// The result may be returned, but not cached.
  package mutating func expireNow() { expire(at: .now) }
}
