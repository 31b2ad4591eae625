import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport

@testable import MovieServer

/// Titles of which the test says when they come out.
@LoopActor
final class DatedTitles: NoTitles {
  var releases: [TitleKey: TitleReleases] = [:]
  var certificates: [TitleKey: [String: String]] = [:]
  /// Nobody can be asked.
  var hasNoKey = false
  var isDown = false
  /// Of all titles; nil: their keys.
  var name: String?
  /// Nil: now.
  var fetchedAt: Timestamp?
  private(set) var asked: [TitleKey] = []
  private(set) var maxAtOnce = 0
  private var underWay = 0

  override var knowsReleases: Bool { !hasNoKey }

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    FoundDetail(
      detail: TitleDetail(.named(name ?? "Title \(key)", key)),
      meta: Meta(source: .tmdb, cache: .miss, attribution: ["TMDB"]))
  }

  override func certificates(of key: TitleKey, _ options: FetchOptions) async throws -> [String: String]? {
    certificates[key]
  }

  override func releases(of key: TitleKey, _ options: FetchOptions) async throws -> Found<TitleReleases>? {
    asked.append(key)
    underWay += 1
    maxAtOnce = max(maxAtOnce, underWay)
    await EndOfTurnWaiter.wait()
    underWay -= 1
    if isDown { throw RPCError(.upstreamUnavailable, .words("TMDB is away")) }
    return releases[key].map {
      Found(
        $0,
        meta: Meta(
          source: .tmdb, cache: .miss, fetchedAt: fetchedAt ?? .now, attribution: ["TMDB"]
        ))
    }
  }

  func set(_ key: TitleKey, _ releases: Release..., isOver: Bool = false) {
    self.releases[key] = TitleReleases(releases, isOver: isOver)
  }

  func see(_ change: @LoopActor (DatedTitles) -> Void) { change(self) }

  func untilAsked(_ count: Int) async {
    while asked.count < count, !Task.isCancelled { await EndOfTurnWaiter.wait() }
  }
}

extension Title {
  static func named(_ name: String, _ key: TitleKey, date: String? = nil) -> Title {
    var title = Title(key, name, source: .tmdb)
    (title.originalLanguage, title.releaseDate) = ("en", date)
    return title
  }
}

extension Release {
  /// `cinema 2026-11-21 DE`
  init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    self.init(
      Day(words[1]) ?? Day(days: 0), Kind(rawValue: words[0]) ?? .cinema, in: words.count > 2 ? words[2] : nil
    )
  }
}

extension Server {
  /// It is that day, whatever the clock says.
  func turn(to day: Day) {
    clock.day = { _ in (day, .distantPast ..< .distantFuture) }
    updateClock(isSet: true)
  }
}
