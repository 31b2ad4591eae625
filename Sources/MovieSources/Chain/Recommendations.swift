import EventLoop
import JSONRPC
import MovieProtocol

/// Titles that a user may like, from other sources' recommendations for the titles the user likes already.
///
/// Each liked title has a list of related titles, the nearest first; a title that is on several lists, or
/// early on a list, ranks first.
struct Recommendations {
  private struct Candidate {
    let title: Title
    var weight: Double
    /// When it was first added, so that the order is the same each time.
    let place: Int
  }

  private let known: Set<TitleKey>
  private let mediaType: Title.MediaType?
  private var candidates: [TitleKey: Candidate] = [:]

  /// - Parameter known: keys of titles that are not recommended.
  init(known: Set<TitleKey>, mediaType: Title.MediaType?) {
    (self.known, self.mediaType) = (known, mediaType)
  }

  /// - Parameter titles: titles related to one liked title, nearest first.
  mutating func add(_ titles: some Sequence<Title>) {
    for (rank, title) in titles.enumerated() where !known.contains(title.key) {
      guard mediaType == nil || title.mediaType == mediaType else { continue }
      var candidate = candidates[title.key] ?? Candidate(title: title, weight: 0, place: candidates.count)
      candidate.weight += 1 / Double(rank + 4)
      candidates[title.key] = candidate
    }
  }

  /// Best matches first.
  var titles: [Title] {
    candidates.values.sorted { ($1.weight, $0.place) < ($0.weight, $1.place) }.map(\.title)
  }
}

extension SourceChain {
  /// Titles like those on the favourites and the watchlist, without these; if both are empty, the top-rated
  /// ones.
  func recommended(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    let answers = try await options.likes.concurrentMap { key -> (FoundDetail?, Meta.Reason?) in
      do {
        return (try await self.detail(key, options), nil)
      } catch let error as CancellationError {
        throw error
      } catch {
        // The other lists are still useful.
        return (nil, (error as? RPCError)?.reason ?? .upstreamError)
      }
    }
    let details = answers.compactMap(\.0)
    let reason = answers.lazy.compactMap(\.1).first
    var recommendations = Recommendations(known: options.known, mediaType: params.mediaType.mediaType)
    for found in details {
      // TMDB recommends what the same people liked; of the catalogue's titles the nearest are the likeliest.
      let lists = [found.detail.recommendations, found.detail.similar]
      recommendations.add(found.meta.source == .catalogue ? lists[1] + lists[0] : lists[0] + lists[1])
    }
    let titles = recommendations.titles
    guard let first = details.first?.meta, !titles.isEmpty else {
      var found = try await local.browse(params, options)
      found.meta.reason = reason ?? found.meta.reason
      return found
    }
    let rows = TitlePage.rows(page: params.page, pageSize: params.pageSize) ?? 0..<0
    var meta = details.dropFirst().reduce(first) { $0.joined($1.meta) }
    // A list with a missing part is not cached as a complete one.
    meta.reason = reason ?? meta.reason
    return FoundTitles(
      titles: Array(titles[rows.clamped(to: titles.indices)]), total: titles.count, meta: meta)
  }
}
