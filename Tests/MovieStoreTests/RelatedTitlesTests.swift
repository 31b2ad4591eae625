import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct RelatedTitlesTests {
  /// Ranks are the places in `titles`, from 1.
  private func related(
    to rank: Int = 1, limit: Int = 10, _ titles: [CatalogueTitle]
  ) async throws -> (similar: [Int], recommendations: [Int]) {
    let numbered = titles.enumerated().map { index, title in
      var title = title
      title.id = index + 1
      return title
    }
    let catalogue = await Catalogue.make(.ranked(numbered))
    let mediaType = numbered.first { $0.id == rank }?.mediaType ?? .movie
    let found = try await catalogue.related(to: mediaType, id: rank, limit: limit)
    return (found.similar.map(\.id), found.recommendations.map(\.id))
  }

  private func title(
    _ mediaType: Title.MediaType = .movie, genres: [Int] = [18], director: [String] = [],
    cast: [String] = [], collection: String? = nil, keywords: [String] = [], language: String? = nil,
    date: String? = nil, average: Double? = 7, votes: Int = 1000
  ) -> CatalogueTitle {
    CatalogueTitle(
      mediaType: mediaType, id: 1, title: "x", originalLanguage: language, releaseDate: date,
      genreIDs: genres, director: director, cast: cast, voteAverage: average, voteCount: votes,
      collection: collection, keywords: keywords)
  }

  /// Enough others that what two share is rare.
  private let others = (1...40).map { number in
    CatalogueTitle(
      mediaType: .movie, id: number, title: "\(number)", releaseDate: "1950-01-01",
      genreIDs: [number % 3 == 0 ? 18 : 35], voteAverage: 6, voteCount: 10,
      keywords: ["other \(number)", "common"])
  }

  @Test func collection_comes_before_director_before_actor_before_genre() async throws {
    let found = try await related(
      limit: 4,
      [
        title(director: ["d"], cast: ["a"], collection: "c"), title(cast: ["a"]), title(),
        title(collection: "c"), title(director: ["d"]),
      ] + others)
    #expect(found.similar == [4, 5, 2, 3])
  }

  @Test func rare_keyword_says_more_than_three_common_ones() async throws {
    let common = ["one", "two", "three"]
    let many = others.map { title(genres: [35], keywords: common + $0.keywords) }
    let found = try await related(
      limit: 2,
      [title(keywords: common + ["rare"]), title(keywords: common), title(keywords: ["rare"])] + many)
    #expect(found.similar == [3, 2])
  }

  @Test func language_and_time_decide_between_equals() async throws {
    let origin = title(language: "ko", date: "2021-01-01")
    let found = try await related(
      limit: 3,
      [
        origin, title(language: "en", date: "1961-01-01"), title(language: "en", date: "2020-01-01"),
        title(language: "ko", date: "2020-01-01"),
      ] + others)
    #expect(found.similar == [4, 3, 2])
  }

  @Test func genre_is_enough_to_have_neighbours() async throws {
    let found = try await related(limit: 50, [title()] + others)
    #expect(found.similar.count == 13)
    #expect(found.similar == found.similar.sorted())
    #expect(found.recommendations == [])
  }

  @Test func title_without_anything_has_no_neighbours() async throws {
    let nothing = title(genres: [])
    #expect(try await related([nothing, nothing] + others) == ([], []))
    #expect(try await related([nothing]) == ([], []))
    #expect(try await related([]) == ([], []))
  }

  @Test func same_media_type_comes_first() async throws {
    let found = try await related(
      limit: 4,
      [title(.tv), title(.movie), title(.tv, votes: 900), title(.movie), title(.tv, votes: 800)] + others)
    #expect(found.similar.prefix(2) == [3, 5])
    #expect(Set(found.similar.suffix(2)) == [2, 4])
  }

  @Test func of_equally_near_ones_the_better_rated_is_recommended_first() async throws {
    let near = [title(average: 9), title(average: 8), title(average: 9.5), title(average: nil)]
    let found = try await related(
      limit: 2, [title(keywords: ["k"]), title(keywords: ["k"]), title(keywords: ["k"])] + near + others)
    #expect(found.similar == [2, 3])
    #expect(found.recommendations == [6, 4])
  }

  @Test func few_votes_are_no_high_rating() async throws {
    let found = try await related(
      limit: 1,
      [
        title(), title(average: 7, votes: 5000), title(average: 10, votes: 2),
        title(average: 8.5, votes: 5000),
      ])
    #expect(found.recommendations == [4])
  }

  @Test func name_of_a_genre_is_no_keyword_and_an_actor_no_director() async throws {
    let found = try await related(
      limit: 3,
      [
        title(genres: [1], director: ["n"]), title(genres: [2], cast: ["n"]),
        title(genres: [2], keywords: ["1", "n"]),
      ])
    #expect(found == ([], []))
  }

  @Test func repetitions_count_once() async throws {
    let found = try await related(
      limit: 2,
      [title(keywords: ["k", "l"]), title(keywords: ["k", "k", "k", "k"]), title(keywords: ["k", "l"])]
        + others)
    #expect(found.similar == [3, 2])
  }

  @Test(arguments: [(0, 5), (-1, 5), (.min, 5), (42, 5), (.max, 5), (1, 0), (1, -1), (1, .min)])
  func what_is_not_there_has_no_neighbours(rank: Int, limit: Int) async throws {
    #expect(try await related(to: rank, limit: limit, [title()] + others) == ([], []))
  }

  @Test func limit_may_be_any_number() async throws {
    #expect(try await related(limit: .max, [title()] + others).similar.count == 13)
  }

  @Test func votes_and_years_may_be_any_number() async throws {
    let titles = [
      title(date: "9999-01-01", votes: .max), title(date: "0001-01-01", average: 1000, votes: .max),
      title(date: nil, average: nil, votes: 0),
    ]
    #expect(try await Set(related(titles).similar) == [2, 3])
  }

  /// All of them share genre and language; the one of the same collection is far down.
  @Test func rare_feature_is_found_however_little_known_the_other_is() async throws {
    let many = (1...1200).map { _ in title(language: "en") }
    let found = try await related(
      limit: 3, [title(collection: "c", language: "en")] + many + [title(collection: "c", language: "en")])
    #expect(found.similar.first == 1202)
  }
}

/// What a person who knows the films would expect.
@Suite struct CatalogueRelatedTests {
  private func related(
    _ name: String, _ mediaType: Title.MediaType = .movie
  ) async throws -> (similar: [CatalogueTitle], recommendations: [CatalogueTitle]) {
    let catalogue = await Embedded.catalogue
    let title = try #require(try await catalogue.search(q: name, mediaType: mediaType, limit: 1).titles.first)
    return try await catalogue.related(to: mediaType, id: title.id, limit: 12)
  }

  @Test(arguments: [
    ("Dune", ["Dune: Part Two", "Arrival"]), ("The Godfather", ["The Godfather Part II"]),
    ("Inception", ["Interstellar", "Tenet", "The Prestige"]),
    ("Spirited Away", ["My Neighbor Totoro", "Kiki's Delivery Service", "Princess Mononoke"]),
    ("Parasite", ["Memories of Murder", "Mother"]),
    ("Amélie", ["A Very Long Engagement", "Delicatessen"]),
    ("Alien", ["Aliens", "The Thing"]), ("Your Name.", ["Weathering with You", "Suzume"]),
  ])
  func neighbours_of_a_film_are_those_people_name(film: String, neighbours: [String]) async throws {
    let names = try await related(film).similar.map(\.title)
    #expect(Set(names).isSuperset(of: neighbours))
  }

  @Test func other_part_of_a_story_is_first() async throws {
    #expect(try await related("Dune").similar.first?.title == "Dune: Part Two")
    #expect(
      try await related("The Dark Knight").similar.prefix(2).map(\.title).sorted()
        == ["Batman Begins", "The Dark Knight Rises"])
  }

  @Test func series_have_series() async throws {
    let found = try await related("Breaking Bad", .tv)
    #expect(found.similar.map(\.title).contains("Better Call Saul"))
    #expect((found.similar + found.recommendations).allSatisfy { $0.mediaType == .tv })
    #expect(try await related("Squid Game", .tv).similar.count { $0.originalLanguage == "ko" } > 3)
  }

  @Test func every_title_has_neighbours_and_none_twice() async throws {
    let catalogue = await Embedded.catalogue
    let titles = try await Embedded.sample.titles
    for place in stride(from: 0, to: titles.count, by: 100) where !titles[place].genreIDs.isEmpty {
      let title = titles[place]
      let found = try await catalogue.related(to: title.mediaType, id: title.id, limit: 12)
      let all = found.similar + found.recommendations
      #expect(found.similar.count == 12)
      #expect(!found.recommendations.isEmpty)
      #expect(Set(all).count == all.count)
      #expect(!all.contains(title))
    }
  }

  @Test func unknown_title_has_no_neighbours() async throws {
    let catalogue = await Embedded.catalogue
    #expect(try await catalogue.related(to: .movie, id: .max, limit: 12) == ([], []))
    #expect(try await catalogue.related(to: .tv, id: 438631, limit: 12) == ([], []))
    #expect(try await Catalogue.make(nil).related(to: .movie, id: 438631, limit: 12) == ([], []))
  }
}
