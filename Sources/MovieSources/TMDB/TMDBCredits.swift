import JSONRPC
import MovieProtocol

/// The people who made a title: https://developer.themoviedb.org/reference/movie-credits for a film and
/// https://developer.themoviedb.org/reference/tv-series-aggregate-credits for a series. The `credits` of a
/// series cover its last season only.
struct TMDBCredits {
  var cast: [TitleDetail.CastMember] = []
  /// No name appears twice for the same job.
  var crew: [TitleDetail.CrewMember] = []
  /// Of a film. In a series, each episode has its own.
  var directors: [String] = []

  /// A large film has some 800, a long series more; the first are not always the most important.
  private static let maxRead = 3000
  /// For one person in a series.
  private static let maxParts = 50

  /// In display order; all others follow in TMDB's order.
  private static let jobs = [
    "Director", "Screenplay", "Writer", "Story", "Novel", "Characters", "Original Music Composer",
    "Director of Photography", "Editor", "Producer", "Production Design", "Costume Design",
  ]

  private struct Credit {
    let member: TitleDetail.CrewMember
    var episodes = 0

    var rank: Int { TMDBCredits.jobs.firstIndex(of: member.job) ?? TMDBCredits.jobs.count }
    var isUsual: Bool { rank < TMDBCredits.jobs.count }
  }

  /// - Parameter json: the body of a detail.
  init(_ json: JSONValue, _ mediaType: Title.MediaType) {
    switch mediaType {
    case .movie: addFilm(json["credits"] ?? .null)
    case .tv: addSeries(json["aggregate_credits"] ?? .null)
    }
  }

  /// The cast in billing order, the crew by job.
  private mutating func addFilm(_ json: JSONValue) {
    let cast = json.items("cast", max: Self.maxRead).enumerated().compactMap { index, item in
      Self.castMember(item, item.text("character", max: 120)).map { (item.count("order") ?? index, $0) }
    }
    self.cast = Self.sorted(cast) { $0.0 < $1.0 }.prefix(TitleDetail.Most.cast).map(\.1)
    let crew = Self.crew(json) { [$0] }
    self.crew = Self.sorted(crew) { $0.rank < $1.rank }.prefix(TitleDetail.Most.crew).map(\.member)
    directors = crew.map(\.member).filter { $0.job == "Director" }.map(\.name)
  }

  /// People with the most episodes come first.
  private mutating func addSeries(_ json: JSONValue) {
    let cast = json.items("cast", max: Self.maxRead).compactMap { item in
      // The role they played most often.
      let role = item.items("roles", max: Self.maxParts).enumerated().max { one, other in
        (Self.episodes(one.element), -one.offset) < (Self.episodes(other.element), -other.offset)
      }
      return Self.castMember(item, role?.element.text("character", max: 120)).map {
        (episodes: item.count("total_episode_count") ?? 0, order: item.count("order") ?? .max, member: $0)
      }
    }
    self.cast = Self.sorted(cast) { ($1.episodes, $0.order) < ($0.episodes, $1.order) }
      .prefix(TitleDetail.Most.cast).map(\.member)
    let crew = Self.crew(json) { Array($0.items("jobs", max: Self.maxParts)) }
    self.crew = Self.sorted(crew) { one, other in
      guard one.isUsual == other.isUsual else { return one.isUsual }
      return (other.episodes, one.rank) < (one.episodes, other.rank)
    }.prefix(TitleDetail.Most.crew).map(\.member)
  }

  private static func castMember(_ item: JSONValue, _ character: String?) -> TitleDetail.CastMember? {
    item.text("name", max: 100).map {
      TitleDetail.CastMember(
        item.id().map { PersonKey($0) }, name: $0, character: character,
        profilePath: item.imagePath("profile_path"))
    }
  }

  /// - Parameter parts: objects with `job`, of one person.
  private static func crew(_ json: JSONValue, _ parts: (JSONValue) -> [JSONValue]) -> [Credit] {
    var seen: Set<[String]> = []
    return json.items("crew", max: maxRead).flatMap { item -> [Credit] in
      guard let name = item.text("name", max: 100) else { return [] }
      return parts(item).compactMap { part in
        guard let job = part.text("job", max: 80), seen.insert([name, job]).inserted else { return nil }
        return Credit(
          member: .init(item.id().map { PersonKey($0) }, name: name, job: job), episodes: episodes(part))
      }
    }
  }

  private static func episodes(_ part: JSONValue) -> Int { part.count("episode_count") ?? 0 }

  /// A stable sort: equal elements keep TMDB's order.
  private static func sorted<Element>(
    _ elements: [Element], _ isBefore: (Element, Element) -> Bool
  ) -> [Element] {
    elements.enumerated().sorted { one, other in
      if isBefore(one.element, other.element) { return true }
      return !isBefore(other.element, one.element) && one.offset < other.offset
    }.map(\.element)
  }
}
