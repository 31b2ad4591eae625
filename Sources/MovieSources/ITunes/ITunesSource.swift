import EventLoop
import MovieProtocol

/// Films and previews of the iTunes Store. An optional source: a result without it is complete.
@LoopActor
final class ITunesSource {
  private let fetcher: any Fetcher

  /// The base URL of iTunes.
  private let address: @LoopActor () -> String

  init(fetcher: any Fetcher, address: @escaping @LoopActor () -> String = { "" }) {
    (self.fetcher, self.address) = (fetcher, address)
  }

  func search(_ term: String, _ options: FetchOptions) async throws -> Fetched<[ITunesFilm]> {
    try await fetcher.fetch(.itunesSearch(term, country: options.region), options)
  }

  /// Nil: that country's store does not have it.
  func film(_ id: Int, _ options: FetchOptions) async throws -> Fetched<ITunesFilm>? {
    let fetched = try await fetcher.fetch(.itunesFilm(id, country: options.region), options)
    return fetched.answer.first { $0.id == id }.map { fetched.with($0.suited(to: address())) }
  }

  /// The film of the store that matches the title.
  func film(like title: Title, _ options: FetchOptions) async throws -> Fetched<ITunesFilm>? {
    let fetched = try await search(title.title, options)
    let known = KnownFilms([title])
    let same = fetched.answer.filter(known.contains)
    // A remake may be one year from the film that is meant.
    guard let film = same.first(where: { $0.year == title.year }) ?? same.first else { return nil }
    return fetched.with(film.suited(to: address()))
  }

  func detail(_ id: Int, _ options: FetchOptions) async throws -> FoundDetail? {
    guard let fetched = try await film(id, options) else { return nil }
    let film = fetched.answer
    var detail = TitleDetail(film.wire)
    detail.runtime = film.runtime
    detail.directors = film.directors
    detail.crew = film.directors.map { TitleDetail.CrewMember(name: $0, job: "Director") }
    detail.videos = film.preview.map { [$0] } ?? []
    detail.homepage = film.storeURL
    return FoundDetail(detail: detail, meta: fetched.itunesMeta)
  }

  func videos(_ params: TrailerParams, _ id: Int, _ options: FetchOptions) async throws -> FoundVideos? {
    guard let fetched = try await film(id, options) else { return nil }
    var videos: [Video] = []
    if params.types.contains(.preview), let preview = fetched.answer.preview { videos.append(preview) }
    if params.types.contains(.search) { videos.append(Video(searchFor: fetched.answer.wire)) }
    return FoundVideos(
      key: params.key, title: fetched.answer.title, videos: videos, meta: fetched.itunesMeta)
  }
}

extension Fetched {
  /// A part of the answer, as old as the whole.
  func with<Part>(_ part: Part) -> Fetched<Part> {
    Fetched<Part>(part, cache: cache, fetchedAt: fetchedAt, freshUntil: freshUntil, reason: reason)
  }

  /// Apple requires attribution where its texts and previews are shown.
  var itunesMeta: Meta { meta(.itunes, attribution: ["iTunes"]) }

  /// The `meta` of a result made of this answer alone.
  func meta(_ source: Meta.Source, attribution: [String] = []) -> Meta {
    Meta(
      source: source, cache: cache, fetchedAt: fetchedAt, freshUntil: freshUntil, reason: reason,
      attribution: attribution)
  }
}
