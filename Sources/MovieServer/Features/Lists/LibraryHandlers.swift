import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `watchlist` and `favorites` with their changes: see `MovieProtocol/Methods/Library.swift`.
@LoopActor
enum LibraryHandlers {
  static let handlers = [
    MethodHandler(WatchlistMethod.self, .waiting { try await list(.watchlist, $0) }, isCacheable: true),
    MethodHandler(FavoritesMethod.self, .waiting { try await list(.favorites, $0) }, isCacheable: true),
    change(WatchlistAddMethod.self, .watchlist) {
      .add(note: $0[WatchlistAddMethod.note], isWatched: $0[WatchlistAddMethod.watched])
    },
    change(WatchlistUpdateMethod.self, .watchlist) {
      .update(note: $0[WatchlistAddMethod.note], isWatched: $0[WatchlistAddMethod.watched])
    },
    change(WatchlistRemoveMethod.self, .watchlist) { _ in .remove },
    change(FavoritesAddMethod.self, .favorites) { _ in .add(note: nil, isWatched: nil) },
    change(FavoritesRemoveMethod.self, .favorites) { _ in .remove },
    change(FavoritesToggleMethod.self, .favorites) { _ in .toggle },
  ]

  private static let patience: Duration = .seconds(2)

  private static func list(_ list: LibraryList, _ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let params = LibraryParams(list, request.arguments)
    let genres = try params.genre.map { text throws(RPCError) in
      try GenreFilter.of(text, params.mediaType)
    }
    return try await request.cached {
      let (page, meta, lacking) = try await request.titles.list(params, genres, request.options)
      call.server.renewal.add(lacking)
      return request.result(reserving: 1024 * (page.results.count + 1), meta) {
        LibraryPage.shape(list).write(page, into: &$0)
      }
    }
  }

  private static func change(
    _ method: any RPCMethod.Type, _ list: LibraryList,
    _ action: @escaping @Sendable (Arguments) -> EntryChange.Action
  ) -> MethodHandler {
    MethodHandler(
      method, .waiting { try await make(list, action($0.arguments), $0) }, isChange: true)
  }

  private static func make(
    _ list: LibraryList, _ action: EntryChange.Action, _ call: Call
  ) async throws -> Response {
    let request = try TitleRequest(call)
    let key = try await TitleResolver(call).requiredKey(
      .key, in: action.isOfListed ? .list(list) : .all)
    var change = EntryChange(
      profile: request.profile.name, list: list, key: key, action: action,
      expectedRevision: call[.expectedRevision], language: request.profile.settings.language, at: .now,
      maxEntries: call.server.limits.libraryEntries)
    // Only numbers of TMDB and iTunes are stored. And the age limit also applies to titles that another
    // profile has stored.
    if key.isIMDb || change.isLimited(request.profile) { change.use(try await fetch(key, request)) }
    var outcome = try await make(change, call)
    if outcome == .titleNeeded {
      change.use(try await fetch(key, request))
      outcome = try await make(change, call)
    }
    guard case .done(let result) = outcome else { throw RPCError(outcome, change) }
    let answer = LibraryChange(
      isChanged: result.isChanged, revision: result.revision,
      // Whatever becomes of the title's certificate, the change was made.
      title: ((try? await shown(result.title, request)) ?? nil).map {
        LibraryTitle(request.profile.marked($0), result.entry)
      },
      total: list == .watchlist ? request.profile.lists.watchlist : request.profile.lists.favorites)
    return .bytes(LibraryChange.shape(list).encode(answer, reserving: 1024))
  }

  /// Nil: the age limit hides it. The change is made already, and does not wait long for a certificate.
  private static func shown(_ title: Title?, _ request: TitleRequest) async throws -> Title? {
    var options = request.changeOptions
    options.deadline = min(options.deadline ?? .distantFuture, EventLoop.now + patience)
    var meta = Meta(source: .library, cache: .none, attribution: [])
    return try await request.titles.filter(title.map { [$0] } ?? [], &meta, options).first
  }

  /// In the profile as it is now: while a title was fetched it may have been renamed, or deleted and another
  /// one created with its name.
  private static func make(_ change: EntryChange, _ call: Call) async throws -> EntryOutcome {
    var change = change
    change.profile = try call.presentProfile.name
    return try await call.change { try await call.server.profiles.make(change) }
  }

  private static func fetch(_ key: TitleKey, _ request: TitleRequest) async throws -> StoredTitle {
    var options = request.changeOptions
    options.includesRelated = false
    guard let found = try await request.titles.detail(key, options) else {
      throw RPCError.unknown(key, request.profile.settings)
    }
    return StoredTitle(found, language: options.language)
  }
}

extension EntryChange.Action {
  /// It is about a title that is on the list.
  fileprivate var isOfListed: Bool {
    switch self {
    case .update, .remove: true
    case .add, .toggle: false
    }
  }
}

extension TitleKey {
  fileprivate var isIMDb: Bool {
    if case .imdb = self { true } else { false }
  }
}

extension EntryChange {
  /// It may add a title to a list of a profile with an age limit. Any title on a list may be removed.
  @LoopActor fileprivate func isLimited(_ profile: Profile) -> Bool {
    switch action {
    case .update, .remove: return false
    case .add, .toggle:
      guard profile.ageLimit != nil else { return false }
      let userState = profile.lists.userStates[key] ?? Title.UserState()
      return list == .watchlist ? !userState.isOnWatchlist : !userState.isFavorite
    }
  }

  fileprivate mutating func use(_ title: StoredTitle) {
    key = title.title.key
    self.title = title
  }
}

extension RPCError {
  static func profileGone(_ name: String) -> RPCError {
    RPCError(
      .notFound, .profileGone(name), .seeProfiles,
      details: ["resource": "profile"])
  }

  /// Why a change was not made.
  fileprivate init(_ outcome: EntryOutcome, _ change: EntryChange) {
    let list = change.list.rawValue
    switch outcome {
    case .conflict(let entry):
      self.init(
        .conflict,
        entry.map { .entryHasVersion(change.key.text, $0.revision) } ?? .notOnList(change.key.text),
        Advice(.readListAgain(list, MessageParameter("if_version")), .method(list)),
        details: [
          "version": .integer(entry?.revision ?? 0),
          "entry": entry.map { entry in
            (try? JSONValue(parsing: LibraryEntry.shape(change.list).encode(entry).span)) ?? .null
          } ?? .null,
        ])
    case .missing:
      self.init(
        .notFound, .notOnList(change.key.text),
        Advice(.addTitle, .method("\(list).add", params: [JSONMember("key", .string(change.key.text))])),
        details: ["resource": "entry"])
    case .full:
      self = .limitExceeded(
        "library_entries", max: change.maxEntries, got: change.maxEntries + 1,
        Advice(.removeEntries, .setting("limits.library_entries")))
    case .profileGone: self = .profileGone(change.profile)
    case .done, .titleNeeded:
      self.init(.internalError, .nothingDone)
    }
  }
}
