import MovieProtocol
import MovieSources
import MovieStore

/// The release dates of one title, and when they expire. A value without I/O.
struct CalendarEntry: Equatable, Sendable {
  /// When TMDB reported them.
  var fetchedAt: Timestamp
  /// Of all countries, by day; those long ago are omitted.
  var releases: [Release]
  /// Nothing is omitted.
  var isWhole: Bool
  /// No more are expected.
  var isOver: Bool
  /// There have been only premieres and festivals.
  var isOnlyShown: Bool

  /// Older releases cannot be requested. Days.
  private static let past = 366
  /// This close to a release its day may still change, and the next episode is announced. Days.
  private static let near = 14
  /// The maximum number; a film released everywhere has some 200.
  private static let maxReleases = 1000

  /// - Parameter day: today.
  init(_ known: TitleReleases, fetchedAt: Timestamp, on day: Day) {
    let recent = known.releases.filter { $0.day >= day.advanced(by: -Self.past) }.prefix(Self.maxReleases)
    self.fetchedAt = fetchedAt
    releases = recent.sorted { $0.day < $1.day }
    isWhole = recent.count == known.releases.count
    (isOver, isOnlyShown) = (known.isOver, known.isOnlyShown)
  }

  /// The releases that count in `region`: for a film those there, else those of the country that the region
  /// belongs to, else those of the country where it came out first; all episodes.
  func releases(in region: String) -> [Release] {
    for place in [region, Territories.country(of: region)] {
      let there = releases.filter { $0.kind == .episode || $0.country == place }
      if !there.isEmpty { return there }
    }
    // American Samoa may have a film a day before all others.
    let abroad = releases.filter { $0.country.flatMap(Territories.country) == nil }
    let all = abroad.isEmpty ? releases : abroad
    // If some are omitted, the film came out before them: somewhere, at a time that cannot be requested any
    // more.
    guard isWhole, let first = all.first else { return [] }
    let countries = Set(all.lazy.filter { $0.day == first.day }.compactMap(\.country))
    // Many titles come out in several countries on one day.
    guard let country = countries.contains("US") ? "US" : countries.min() else { return [first] }
    return releases.filter { $0.country == country }
  }

  /// When to fetch it again: after a day if a release is near or recent, after a week if there is one within
  /// a year or may be, else after a month.
  func due(on day: Day) -> Timestamp {
    let distance = distance(from: day)
    let isQuiet = releases.isEmpty && !isWhole || isOver
    let days = distance ?? .max <= Self.near ? 1 : isQuiet ? 30 : 7
    return fetchedAt + .seconds(days * 86_400)
  }

  /// Days from `day` to the nearest release; nil: there is none.
  func distance(from day: Day) -> Int? { releases.lazy.map { abs(day.distance(to: $0.day)) }.min() }

  func isOut(on day: Day) -> Bool { releases.contains { $0.day == day } }
}

extension CalendarEntry {
  /// `whole over 20778cDE 20790d`; an episode with its name `20778eUS:S02E09%20Name`
  var facts: String {
    ((isWhole ? ["whole"] : []) + (isOver ? ["over"] : []) + (isOnlyShown ? ["shown"] : [])
      + releases.map { release in
        let episode = release.episode.map { ":" + PercentEncoding.encode($0) } ?? ""
        return "\(release.day.days)\(release.kind.letter)\(release.country ?? "")\(episode)"
      }).joined(separator: " ")
  }

  /// Nil if another version has written it.
  init?(_ stored: StoredReleases) {
    (fetchedAt, releases) = (stored.fetchedAt, [])
    (isWhole, isOver, isOnlyShown) = (false, false, false)
    for word in stored.facts.split(separator: " ") {
      switch word {
      case "whole": isWhole = true
      case "over": isOver = true
      case "shown": isOnlyShown = true
      default:
        guard let release = Release(word: word) else { return nil }
        releases.append(release)
      }
    }
  }
}

extension Release {
  fileprivate init?(word: Substring) {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let word = parts[0]
    let digits = word.prefix { $0.isASCII && $0.isNumber || $0 == "-" }
    let rest = word.dropFirst(digits.count)
    guard let days = Int(digits), (-5_000_000...5_000_000).contains(days), let letter = rest.first,
      let kind = Kind.allCases.first(where: { $0.letter == String(letter) }),
      [0, 2].contains(rest.dropFirst().count)
    else { return nil }
    self.init(
      Day(days: days), kind, in: rest.count == 1 ? nil : String(rest.dropFirst()),
      episode: parts.dropFirst().first.flatMap(PercentDecoding.decode))
  }
}

extension Release.Kind {
  fileprivate var letter: String { String(rawValue.prefix(1)) }
}
