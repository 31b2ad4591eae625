import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

// Titles by the name that a person types to change something.
extension ProfileTitles {
  /// The titles that are called so, the best known first, those of the wanted year if there are any; nil: none.
  func named(
    _ name: TitleName, _ options: FetchOptions
  ) async throws -> [NamedTitle]? {
    let options = suitable(options)
    do {
      return try await named(name.readings, options)
    } catch let error as RPCError where error.isSlow {
      // What no other source knows is worth the wait.
      return try await named(name.readings, options.patient)
    }
  }

  /// A source that fails for one reading is not asked for the next; it says so only where no other one knows any.
  private func named(
    _ readings: [TitleName.Reading], _ options: FetchOptions
  ) async throws -> [NamedTitle]? {
    let own = Set(profile.lists.userStates.keys)
    var asked = options
    var failure: RPCError?
    for reading in readings {
      var found: [NamedTitle] = []
      do {
        found = try await titles.named(reading, asked)
      } catch let error as RPCError where error.isOfUpstream {
        failure = error
        asked.isCacheOnly = true
      }
      // Those that no other source has any more, or has in another language.
      let known = Set(found.map(\.title.key))
      let more = try await library.read { library throws(LibraryError) in
        try await library.named(reading, among: own.subtracting(known), language: options.language)
      }
      found += more.map { NamedTitle($0) }
      var meta = Self.nothing
      let shown = Set(try await filter(found.map(\.title), &meta, options).map(\.key))
      found = found.filter { shown.contains($0.title.key) }
      if !found.isEmpty { return found.mostLikely(year: reading.year) }
    }
    if let failure { throw failure }
    return nil
  }

  /// Those of a list that are called so; if there are none, those whose names resemble it.
  func named(
    _ name: TitleName, among keys: Set<TitleKey>, _ options: FetchOptions
  ) async throws -> (titles: [Title], isNamed: Bool) {
    var meta = Self.nothing
    for reading in name.readings {
      let named = try await library.read { library throws(LibraryError) in
        try await library.named(reading, among: keys, language: options.language)
      }
      let shown = try await filter(named, &meta, suitable(options))
      let likely = shown.map { NamedTitle($0) }.mostLikely(year: reading.year)
      if !likely.isEmpty { return (likely.map(\.title), true) }
    }
    let near = try await library.read { library throws(LibraryError) in
      try await library.near(name, among: keys, language: options.language)
    }
    return (try await filter(near, &meta, suitable(options)), false)
  }
}
