import JSONRPC
import MovieProtocol

/// Who made a title: https://developer.themoviedb.org/reference/movie-credits
struct TMDBCredits {
  /// In TMDB's order, which is the bill's.
  var cast: [TitleDetail.CastMember] = []
  /// Directors first, then those people ask for; nobody twice for the same.
  var crew: [TitleDetail.CrewMember] = []
  var directors: [String] = []

  /// A large film has some 800; the first ones are not always those asked for.
  private static let mostRead = 3000

  /// In the order in which they are shown; all others follow, as TMDB has them.
  private static let jobs = [
    "Director", "Screenplay", "Writer", "Story", "Novel", "Characters", "Original Music Composer",
    "Director of Photography", "Editor", "Producer", "Production Design", "Costume Design",
  ]

  init(_ json: JSONValue) {
    let cast = json.items("cast", most: Self.mostRead).enumerated().compactMap { index, item in
      item.text("name", most: 100).map { name in
        (
          order: item.count("order") ?? index,
          member: TitleDetail.CastMember(
            name: name, character: item.text("character", most: 120),
            profilePath: item.imagePath("profile_path"))
        )
      }
    }
    // Stable, so that those of one order stay as they came.
    let ordered = cast.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    self.cast = ordered.prefix(TitleDetail.Most.cast).map(\.element.member)

    var seen: Set<[String]> = []
    let crew = json.items("crew", most: Self.mostRead).compactMap { item -> TitleDetail.CrewMember? in
      guard let name = item.text("name", most: 100), let job = item.text("job", most: 80),
        seen.insert([name, job]).inserted
      else { return nil }
      return TitleDetail.CrewMember(name: name, job: job)
    }
    let ranked = crew.enumerated().map { (Self.jobs.firstIndex(of: $0.element.job) ?? Self.jobs.count, $0) }
    self.crew = ranked.sorted { ($0.0, $0.1.offset) < ($1.0, $1.1.offset) }.prefix(TitleDetail.Most.crew)
      .map(\.1.element)
    directors = crew.filter { $0.job == "Director" }.map(\.name)
  }
}
