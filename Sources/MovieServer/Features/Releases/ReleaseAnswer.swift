import EventLoop
import MovieProtocol
import MovieSources

extension Releases {
  struct Question {
    var days: ClosedRange<Day>
    var maxRows: Int
    var profile: String
    /// Dates that are not known yet are waited for.
    var waits = true
  }

  struct Answer {
    var rows: [(title: Title, order: String, release: Release)]
    /// Including those beyond the maximum.
    var total: Int
    /// Titles that are still to be fetched.
    var pending: Int
    /// When a title has to be fetched again.
    var nextDue: Timestamp?
    var meta: Meta
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
    var seen: Set<TitleKey> = []
    let all = found.rows.map(\.title).filter { seen.insert($0.key).inserted }
    let shown = Set(try await filter(all, &found.meta, options).map(\.key))
    return found.rows.filter { shown.contains($0.title.key) }.map {
      TitleRelease(key: $0.title.key, title: $0.title.title, $0.release)
    }
  }
}
