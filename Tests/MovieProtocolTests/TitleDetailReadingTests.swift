import JSONRPC
import MovieProtocol
import Testing

@Suite struct TitleDetailReadingTests {
  private func full() -> TitleDetail {
    func title(_ number: Int) -> Title {
      Title(
        key: "tv/\(number)", id: number, mediaType: .tv, title: "A \"title\"\n", originalTitle: "Ein Titel",
        originalLanguage: "de", releaseDate: "2021-09-15", year: 2021, overview: "About.",
        overviewSource: .tmdb, genres: ["Drama"], genreIDs: [18], posterPath: "/p.jpg",
        backdropPath: "/b.jpg", voteAverage: 7.5, voteCount: 3, popularity: 1.25, isAdult: false,
        source: .tmdb)
    }
    var detail = TitleDetail(title(1))
    detail.tagline = "Nobody was there."
    detail.status = "Ended"
    detail.runtime = 50
    detail.homepage = "https://example.org"
    detail.imdbID = "tt1234567"
    detail.directors = ["Nora Quill"]
    detail.creators = ["Iris Vale"]
    detail.certification = .init(country: "DE", value: "12", age: 12)
    detail.collection = .init(id: nil, name: "All of them")
    detail.keywords = ["sea"]
    detail.logoPath = "/l.png"
    detail.cast = [.init(name: "Ada", character: "Eve", profilePath: "/a.jpg"), .init(name: "Bob")]
    detail.crew = [.init(name: "Nora Quill", job: "Director")]
    detail.videos = [
      Video(
        name: "Trailer", type: .behindTheScenes, site: "youtube", videoID: "x", isOfficial: true,
        language: "en", url: "https://youtu.be/x", embedURL: "https://e", thumbnailURL: "https://t",
        isDirect: true, publishedAt: "2021-07-22T16:03:42Z")
    ]
    detail.similar = [title(2)]
    detail.recommendations = [title(3), title(4)]
    detail.seasons = [
      .init(number: 0, name: "", episodeCount: nil, airDate: nil, posterPath: nil),
      .init(number: 1, name: "Season 1", episodeCount: 8, airDate: "2021-09-15", posterPath: "/s.jpg"),
    ]
    detail.whereToWatch = [
      .init(
        country: "DE", link: "https://w",
        offers: [.init(kind: "rent", providerID: 3, provider: "Cinema", logoPath: nil)])
    ]
    return detail
  }

  @Test func what_was_written_is_read_again() {
    #expect(TitleDetail(facts: full().facts) == full())
    var little = TitleDetail(full().title)
    little.isPartial = true
    #expect(TitleDetail(facts: little.facts) == little)
    little.whereToWatch = []
    #expect(TitleDetail(facts: little.facts)?.whereToWatch == [])
  }

  @Test func what_somebody_did_with_titles_is_not_written() {
    var detail = full()
    detail.title.userState.isFavorite = true
    detail.similar[0].userState.download = .done
    #expect(TitleDetail(facts: detail.facts) == full())
  }

  @Test func what_is_of_another_type_counts_as_unknown() throws {
    let json = try JSONValue(parsing: full().facts)
    for name in (json.objectValue ?? []).map(\.name) where !["key", "title"].contains(name) {
      for value in [.number("7"), .string("x"), .array([.null, .number("1")]), .object([])] as [JSONValue] {
        let members = (json.objectValue ?? []).map { $0.name == name ? JSONMember(name, value) : $0 }
        #expect(TitleDetail(json: .object(members)) != nil, "\(name)")
      }
    }
    #expect(TitleDetail(json: ["title": "A"]) == nil)
    #expect(TitleDetail(facts: "no") == nil)
  }
}
