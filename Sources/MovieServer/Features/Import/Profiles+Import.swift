import MovieProtocol
import MovieStore

extension Profiles {
  /// Imports the contents of a file, or some titles of one, all or nothing.
  func make(_ change: LibraryImport) async throws(LibraryError) -> LibraryImportOutcome {
    let outcome = try await library.perform { library throws(LibraryError) in
      try await library.perform(change)
    }
    guard case .done(let imported) = outcome, !change.isDryRun else { return outcome }
    if let stored = imported.settings { settings.load(stored) }
    if let profile = named(change.profile) {
      apply(imported.lists, imported.newestSearches, to: profile)
      if imported.followsOthers { profile.invalidateCache() }
    }
    onEvent?(.libraryChanged)
    return outcome
  }

  /// Undoes an import.
  func undo(_ id: Int64?, of profile: Profile) async throws(LibraryError) -> LibraryUndoOutcome {
    let name = profile.name
    let outcome = try await library.perform { library throws(LibraryError) in
      try await library.undo(id, of: name)
    }
    guard case .done(let undone) = outcome else { return outcome }
    if let stored = undone.settings { settings.load(stored) }
    apply(undone.lists, undone.newestSearches, to: profile)
    if undone.followsOthers { profile.invalidateCache() }
    onEvent?(.libraryChanged)
    return outcome
  }

  private func apply(_ lists: LibraryImported.Lists?, _ newest: [SearchTerm]?, to profile: Profile) {
    if let lists {
      profile.apply(lists)
      onEvent?(.listsChanged(profile))
    }
    if let newest { onEvent?(.searchesMerged(profile, newest)) }
  }
}
