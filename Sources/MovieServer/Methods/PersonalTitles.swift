import EventLoop
import MovieProtocol
import MovieSources
import MovieStore

/// Titles as a profile sees them: with what it has done with each of them. All methods about titles ask here,
/// so that none forgets it.
@LoopActor
struct PersonalTitles {
  private let titles: any TitleService
  private let profile: Profile
  private let library: LibraryAccess

  init(_ titles: any TitleService, _ profile: Profile, _ library: LibraryAccess) {
    (self.titles, self.profile, self.library) = (titles, profile, library)
  }

  /// Of so many of the newest favourites and titles of the watchlist recommendations are made.
  private static let likes = 24

  func browse(_ params: BrowseParams, _ asking: Asking) async throws -> FoundTitles {
    var asking = asking
    if params.list == .recommended, !profile.lists.isEmpty {
      // A library that cannot be read is no reason to recommend nothing.
      let name = profile.name
      asking.likes =
        (try? await library.ask { library throws(LibraryError) in
          try await library.newest(Self.likes, profile: name)
        }) ?? []
      asking.known = Set(profile.lists.standings.keys)
    }
    return marked(try await titles.browse(params, asking))
  }

  func search(_ params: SearchParams, _ asking: Asking) async throws -> FoundTitles {
    marked(try await titles.search(params, asking))
  }

  func suggest(_ params: SuggestParams) async throws -> FoundTitles {
    try await titles.suggest(params)
  }

  func detail(_ key: TitleKey, _ asking: Asking) async throws -> FoundDetail? {
    guard var found = try await titles.detail(key, asking) else { return nil }
    found.detail.title = profile.marked(found.detail.title)
    found.detail.similar = profile.marked(found.detail.similar)
    found.detail.recommendations = profile.marked(found.detail.recommendations)
    return found
  }

  func videos(_ params: TrailerParams, _ asking: Asking) async throws -> FoundVideos? {
    try await titles.videos(params, asking)
  }

  private func marked(_ found: FoundTitles) -> FoundTitles {
    var found = found
    found.titles = profile.marked(found.titles)
    return found
  }
}
