import JSONRPC
import MovieProtocol
import Testing

@Suite struct TitleDetailReadingTests {
  private func full() -> TitleDetail {
    func title(_ number: Int) -> Title {
      var title = Title(.tmdb(.tv, number), "A \"title\"\n", source: .tmdb)
      (title.originalTitle, title.originalLanguage) = ("Ein Titel", "de")
      (title.releaseDate, title.year) = ("2021-09-15", 2021)
      (title.overview, title.overviewSource) = ("About.", .tmdb)
      title.genres = [Title.Genre(18, "Drama")]
      (title.posterPath, title.backdropPath) = ("/p.jpg", "/b.jpg")
      (title.voteAverage, title.voteCount, title.popularity) = (7.5, 3, 1.25)
      return title
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
    var video = Video(
      name: "Trailer", type: .behindTheScenes, site: "youtube", url: "https://youtu.be/x", isDirect: true)
    (video.videoID, video.embedURL, video.thumbnailURL) = ("x", "https://e", "https://t")
    (video.isOfficial, video.language, video.publishedAt) = (true, "en", "2021-07-22T16:03:42Z")
    detail.videos = [video]
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
