import EventLoop
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// What TMDB says now of the titles on the lists.
extension Profiles {
  /// Updates a title on the lists with TMDB's present data. No request waits for this, and if it cannot be
  /// written the lists stay as they are.
  ///
  /// - Parameter language: of its texts.
  func renew(_ found: FoundDetail, language: String) {
    if found.detail.title.isGone, isListed(found.detail.title.key) {
      LoopTask.start { try? await self.markGone([found.detail.title.key]) }
    }
    guard found.meta.source == .tmdb, !found.detail.isPartial else { return }
    renew([StoredTitle(found, language: language)])
  }

  /// The same for the rows of a page, if all of them were just fetched: cached ones may be older than the
  /// data on the lists.
  func renew(_ found: FoundTitles, language: String) {
    let now = Timestamp.now
    guard found.meta.source == .tmdb, let fetchedAt = found.meta.fetchedAt,
      (fetchedAt...fetchedAt + .seconds(60)).contains(now)
    else { return }
    renew(
      found.titles.filter { $0.source == .tmdb }.map { StoredTitle($0, found.meta, language: language) })
  }

  /// Marks titles of lists that TMDB has deleted.
  func markGone(_ keys: [TitleKey]) async throws(LibraryError) {
    guard !keys.isEmpty else { return }
    let count = try await library.perform { library throws(LibraryError) in try await library.markGone(keys) }
    guard count > 0 else { return }
    logger.notice("TMDB has deleted titles of the lists; they are marked", metadata: ["count": "\(count)"])
    invalidateCaches()
  }

  private func renew(_ titles: [StoredTitle]) {
    let listed = titles.filter { isListed($0.title.key) }.map { title in
      var title = title
      // Texts that no profile reads from its lists are not stored.
      if !isListed(title.title.key, in: title.language) { (title.language, title.factsAt) = (nil, nil) }
      return title
    }
    guard !listed.isEmpty else { return }
    LoopTask.start {
      let isRenewed = try? await self.library.perform { library throws(LibraryError) in
        try await library.renew(listed)
      }
      if isRenewed == true { self.invalidateCaches() }
    }
  }

  /// Whether it is on a list of any profile.
  ///
  /// - Parameter language: of the profile; nil: any.
  private func isListed(_ key: TitleKey, in language: String? = nil) -> Bool {
    all.contains { profile in
      profile.lists.userStates[key] != nil
        && profile.settings.language == language ?? profile.settings.language
    }
  }
}
