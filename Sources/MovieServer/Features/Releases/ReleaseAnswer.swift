import EventLoop
import MovieProtocol
import MovieSources
import MovieStore

extension Releases {
  struct Question {
    var days: ClosedRange<Day>
    var maxRows: Int
    var profile: String
    /// Dates that are not known yet are waited for.
    var waits = true
  }

  struct Answer {
    struct ReleaseRow {
      var title: Title
      /// By which titles are sorted.
      var order: String
      var release: Release
      /// Those whose title it is, if that is why it is a row.
      var people: [Person] = []
    }

    var rows: [ReleaseRow]
    /// Including those beyond the maximum.
    var total: Int
    /// Titles that are still to be fetched.
    var pending: Int
    /// When a title has to be fetched again.
    var nextDue: Timestamp?
    var meta: Meta

    /// The titles of people. Those on the watchlist are rows already.
    mutating func add(_ followed: FollowedAnswer, maxRows: Int) {
      rows += followed.rows.map { title, day, people in
        ReleaseRow(
          title: title, order: title.order, release: Release(day, .followed),
          people: people)
      }
      rows = Array(rows.sorted().prefix(maxRows))
      total += followed.rows.count
      pending += followed.pending
      nextDue = [nextDue, followed.nextDue].compactMap(\.self).min()
      if !followed.rows.isEmpty, !meta.attribution.contains("TMDB") { meta.attribution.append("TMDB") }
    }
  }
}

extension Releases.Answer.ReleaseRow: Comparable {
  static func == (one: Self, other: Self) -> Bool { !(one < other) && !(other < one) }

  static func < (one: Self, other: Self) -> Bool {
    (one.release.day, one.order, one.title.key, one.release.kind.rank)
      < (other.release.day, other.order, other.title.key, other.release.kind.rank)
  }
}

extension ReleasePlan {
  /// - Parameter isFetched: TMDB was queried for this.
  func meta(isFetched: Bool, at now: Timestamp) -> Meta {
    let rows = candidates
    let said = rows.compactMap(\.fetchedAt)
    guard isFetched || !said.isEmpty else {
      return Meta(source: .library, cache: .none, attribution: rows.isEmpty ? [] : ["TMDB"])
    }
    let isStale = rows.contains(where: \.isOverdue)
    return Meta(
      source: .tmdb, cache: isStale ? .stale : isFetched ? .miss : .hit,
      fetchedAt: said.min() ?? now, attribution: ["TMDB"])
  }
}

extension ProfileTitles {
  /// The releases that the profile may see.
  func releases(_ found: inout Releases.Answer, _ options: FetchOptions) async throws -> [TitleRelease] {
    let all = found.rows.count
    found.rows.removeAll { row in
      guard row.release.kind == .followed else { return false }
      let state = profile.userState(of: row.title.key)
      return state.isOnWatchlist || state.isWatched
    }
    found.total -= all - found.rows.count
    var seen: Set<TitleKey> = []
    let titles = found.rows.map(\.title).filter { seen.insert($0.key).inserted }
    let shown = Set(try await filter(titles, &found.meta, options).map(\.key))
    return found.rows.filter { shown.contains($0.title.key) }.map {
      TitleRelease(key: $0.title.key, title: $0.title.title, $0.release, people: $0.people)
    }
  }
}
