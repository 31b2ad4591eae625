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
    detail.cast = [
      .init(PersonKey(5), name: "Ada", character: "Eve", profilePath: "/a.jpg"), .init(name: "Bob"),
    ]
    detail.crew = [.init(PersonKey(6), name: "Nora Quill", job: "Director")]
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
    var episode = Episode(season: 1, number: 9)
    (episode.name, episode.airDate, episode.runtime) = ("The last", "2021-11-15", 50)
    (episode.overview, episode.stillPath) = ("It ends.", "/e.jpg")
    (episode.voteAverage, episode.voteCount) = (8.5, 3)
    (detail.nextEpisode, detail.lastEpisode) = (Episode(season: 2, number: 1), episode)
    (detail.numberOfSeasons, detail.numberOfEpisodes) = (1, 9)
    detail.networks = [.init(id: 7, name: "Nine", logoPath: "/n.png", originCountry: "IE")]
    (detail.budget, detail.revenue) = (1, 2)
    detail.productionCompanies = [.init(id: nil, name: "Tide")]
    detail.productionCountries = [.init(code: "IE", name: "Ireland")]
    detail.spokenLanguages = [.init(code: "ga", name: "Irish")]
    detail.externalIDs.imdb = "tt1234567"
    (detail.externalIDs.tvdb, detail.externalIDs.wikidata) = (8, "Q42")
    (detail.externalIDs.facebook, detail.externalIDs.instagram) = ("f", "i")
    detail.externalIDs.twitter = "t"
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
