import EventLoop
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBPersonTests {
  nonisolated static let person: JSONValue = [
    "id": 5, "name": "Aino Laine", "adult": false, "also_known_as": ["A. L.", "", 7],
    "biography": "", "birthday": "1970-07-30", "deathday": "", "known_for_department": "Acting",
    "imdb_id": "nm0000005", "homepage": "javascript:alert(1)", "popularity": 3.5, "profile_path": "/f.jpg",
    "place_of_birth": "Oulu",
    "translations": [
      "translations": [
        ["iso_639_1": "de", "data": ["biography": "Deutsch."]],
        ["iso_639_1": "en", "data": ["biography": "English."]],
      ]
    ],
    "combined_credits": [
      "cast": [
        credit(1, ["character": "Eve", "vote_count": 10]), credit(1, ["character": "Eve's twin"]),
        credit(2, ["character": "Self", "vote_count": 900]), credit(3, ["vote_count": 50]),
        credit(4, ["adult": true]),
      ],
      "crew": [credit(1, ["department": "Writing", "job": "Screenplay"]), credit(5, ["job": "Grip"])],
    ],
  ]

  nonisolated private static func credit(_ id: Int, _ more: JSONValue) -> JSONValue {
    Bodies.film(id).with([JSONMember("media_type", "movie")] + (more.objectValue ?? []))
  }

  private func found(_ body: JSONValue = person, _ options: FetchOptions = .test()) async throws
    -> PersonWithCredits
  {
    let fetcher = PreparedFetcher(["/person/5": body])
    return try #require(try await TMDBSource(fetcher: fetcher).person(.key(PersonKey(5)), options)).value
  }

  @Test func facts_are_those_of_the_body() async throws {
    let detail = try await found().detail
    #expect(detail.person.key == PersonKey(5) && detail.person.name == "Aino Laine")
    #expect(detail.biography == "English." && detail.birthday == "1970-07-30" && detail.deathday == nil)
    #expect(detail.alsoKnownAs == ["A. L."] && detail.imdbID == "nm0000005" && detail.homepage == nil)
  }

  @Test func known_for_has_no_appearances_as_themselves() async throws {
    #expect(try await found().detail.knownFor.map(\.id) == [3, 1])
  }

  @Test func title_is_listed_once_with_all_parts() async throws {
    let credits = try await found().credits
    let title = try #require(credits.merged.first { $0.title.id == 1 })
    #expect(title.credit.character == "Eve / Eve's twin" && title.credit.job == "Screenplay")
    #expect(title.credit.department == "Acting")
    // One without a department is none, and one for adults is not shown.
    #expect(credits.merged.map(\.title.id) == [1, 2, 3])
    let adults = try await found(Self.person, .test(includesAdult: true))
    #expect(adults.credits.merged.map(\.title.id) == [1, 2, 3, 4])
  }

  @Test func anything_in_its_place_costs_itself() {
    HostileTMDBTests.variants(Self.person) { body in
      guard let read = try? TMDBPerson(Array(body.text().utf8), 5) else { return }
      #expect(read.detail.encoded().count < 16_384 && read.credits.count <= 7)
    }
  }

  @Test func people_of_several_pages_are_each_there_once() async throws {
    let fetcher = PreparedFetcher()
    for page in 1...2 {
      let rows: [JSONValue] = (0..<20).map { ["id": .integer(page * 19 + $0), "name": "Somebody"] }
      fetcher.bodies["/person/popular?language=en-US&page=\(page)"] = Bodies.page(rows, total: 40)
    }
    let found = try await TMDBSource(fetcher: fetcher).people(q: nil, page: 1, pageSize: 30, .test())
    #expect(found.value.people.count == 29 && found.value.total == 40 && fetcher.targets.count == 2)
  }

  @Test(.enabled(if: Recordings.areThere, Recordings.reason)) func recorded_search() throws {
    let raw = try Recordings.json("search_person_bryan_cranston")
    let people = try TMDBPeople(Recordings.body("search_person_bryan_cranston"))
    #expect(
      people.people.map { $0?.id } == raw["results"]?.arrayValue?.map { $0["id"]?.intValue })
    #expect(people.people.first??.knownForDepartment == "Acting")
  }
}
