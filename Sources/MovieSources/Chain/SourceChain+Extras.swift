import EventLoop
import MovieProtocol

// iTunes and YouTube add to what others say, and are not missed where they fail.
extension SourceChain {
  /// Longer than for the rest nobody waits for iTunes. Milliseconds.
  private static let patience: UInt64 = 1000
  /// So long a page stays as it is that iTunes was too late for. Milliseconds.
  private static let retry: Int64 = 60_000

  /// The first page of a search with the films that only iTunes knows at its end, as far as there is room.
  func joined(
    _ params: SearchParams, _ asking: Asking, _ rest: () async throws -> FoundTitles
  ) async throws -> FoundTitles {
    guard let itunes = upstream.itunes, params.page == 1, params.mediaType != .tv else {
      return try await rest()
    }
    let films = Flight {
      try await itunes.search(params.q, asking)
    } onEnd: {
    }
    var found: FoundTitles
    do {
      found = try await rest()
    } catch {
      // Nobody is left to see them.
      films.cancel()
      throw error
    }
    do {
      let fetched = try await films.value(until: EventLoop.now + Self.patience)
      let new = fetched.answer.filter { film in
        (params.year == nil || film.year == params.year) && !found.titles.contains { film.isSame(as: $0) }
      }
      let room = max(0, params.pageSize - found.titles.count)
      found.titles += new.prefix(room).map(\.wire)
      found.total += min(room, new.count)
      found.meta = found.meta.joined(fetched.meta(.itunes))
    } catch let error {
      if error is CancellationError, Task.isCancelled { throw error }
      let soon = Timestamp.milliseconds() + Self.retry
      found.meta.freshUntil = min(found.meta.freshUntil ?? soon, soon)
    }
    return found
  }

  /// The videos of a title with iTunes' preview and, where there is none to play, what YouTube finds.
  func joined(_ params: TrailerParams, _ asking: Asking, _ found: FoundVideos) async throws -> FoundVideos {
    var found = found
    let title = found.about
    if let title, let itunes = upstream.itunes, params.types.contains(.preview), title.mediaType == .movie,
      let fetched = try await extra({ try await itunes.film(like: title, asking) }),
      let preview = fetched.answer.preview
    {
      found.insert(preview, before: .search)
      found.meta = found.meta.joined(fetched.meta(.itunes))
    }
    let hasNone = !found.videos.contains { $0.type != .search && $0.type != .preview }
    if let title, hasNone, let youtube = upstream.youtube, params.types.contains(.trailer),
      let fetched = try await extra({ try await youtube.trailers(of: title.title, title.year, asking) })
    {
      found.videos = fetched.answer + found.videos
      found.meta = found.meta.joined(fetched.meta(.youtube))
    }
    return found
  }

  /// Nil: it failed, or took too long.
  private func extra<Answer: Sendable>(
    _ question: @escaping @LoopActor () async throws -> Answer?
  ) async throws -> Answer? {
    let flight = Flight {
      try await question()
    } onEnd: {
    }
    do {
      return try await flight.value(until: EventLoop.now + Self.patience)
    } catch let error {
      if error is CancellationError, Task.isCancelled { throw error }
      return nil
    }
  }
}

extension FoundVideos {
  fileprivate mutating func insert(_ video: Video, before type: Video.Kind) {
    videos.insert(video, at: videos.firstIndex { $0.type == type } ?? videos.endIndex)
  }
}
