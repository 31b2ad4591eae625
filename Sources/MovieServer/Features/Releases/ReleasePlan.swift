import MovieProtocol
import MovieStore

/// The titles of a watchlist that come out within some days, and the titles to fetch. A value without I/O.
struct ReleasePlan {
  struct Candidate: Equatable {
    let key: TitleKey
    let release: Release
    /// When TMDB reported it; nil: it is known locally.
    let fetchedAt: Timestamp?
    /// It should have been fetched again by now.
    var isOverdue = false
  }

  /// By day, then by key.
  private(set) var candidates: [Candidate] = []
  /// Titles never fetched, or too long ago for this request; nearest releases first.
  private(set) var unknown: [TitleKey] = []
  /// Known titles to fetch again; nearest releases first.
  private(set) var due: [TitleKey] = []
  /// When the first of the known titles has to be fetched again.
  private(set) var nextDue: Timestamp?

  /// - Parameters:
  ///   - calendar: by the keys of titles.
  ///   - maxAge: of TMDB's data.
  init(
    _ awaited: [AwaitedTitle], _ calendar: [TitleKey: CalendarEntry], days: ClosedRange<Day>, region: String,
    maxAge: Duration? = nil, today: Day, now: Timestamp
  ) {
    var (unknown, due): ([(Int, TitleKey)], [(Int, TitleKey)]) = ([], [])
    for title in awaited {
      guard let entry = calendar[title.key] else {
        if let release = title.release, days.contains(release.day) {
          candidates.append(Candidate(key: title.key, release: release, fetchedAt: nil))
        }
        if let key = title.fetchableKey { unknown.append((title.distance(from: today), key)) }
        continue
      }
      let isDue = entry.due(on: today) <= now
      for release in title.releases(entry, in: region) where days.contains(release.day) {
        candidates.append(
          Candidate(key: title.key, release: release, fetchedAt: entry.fetchedAt, isOverdue: isDue))
      }
      guard let key = title.fetchableKey else { continue }
      // A time in the future was stored while the clock was wrong.
      if let maxAge, now - entry.fetchedAt >= maxAge || entry.fetchedAt > now {
        unknown.append((entry.distance(from: today) ?? .max, key))
      } else if isDue || entry.fetchedAt > now {
        due.append((entry.distance(from: today) ?? .max, key))
      } else {
        nextDue = min(nextDue ?? .distantFuture, entry.due(on: today))
      }
    }
    candidates.sort { ($0.release.day, $0.key) < ($1.release.day, $1.key) }
    self.unknown = unknown.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
    self.due = due.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
  }
}

extension AwaitedTitle {
  /// Only titles with TMDB's numbers can be fetched.
  fileprivate var fetchableKey: TitleKey? {
    if case .tmdb = key { key } else { nil }
  }

  private var isSeries: Bool { key.mediaType == .tv }

  /// The library's date: its first release.
  fileprivate var release: Release? {
    releaseDate.flatMap { Day($0) }.map { Release($0, isSeries ? .episode : .cinema) }
  }

  /// A film without dates at TMDB has the one stored with it.
  fileprivate func releases(_ entry: CalendarEntry, in region: String) -> [Release] {
    let isUndated = entry.releases.isEmpty && entry.isWhole && !entry.isOver && !entry.isOnlyShown
    if isUndated, !isSeries { return release.map { [$0] } ?? [] }
    return entry.releases(in: region)
  }

  /// The urgency of fetching it, as a number of days. A series may continue at any time, and a title without
  /// a date is still to come.
  fileprivate func distance(from today: Day) -> Int {
    guard let day = releaseDate.flatMap({ Day($0) }) else { return 30 }
    let distance = abs(today.distance(to: day))
    return isSeries ? min(distance, 15) : distance
  }
}
