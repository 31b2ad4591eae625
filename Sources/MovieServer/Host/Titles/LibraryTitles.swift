import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// The titles of a profile's lists and of the downloads, for sources that use no network. What is only on the
/// lists of others is not theirs to find.
@LoopActor
final class LibraryTitles: StoredTitles {
  private let profiles: Profiles

  init(_ profiles: Profiles) { self.profiles = profiles }

  func isEmpty(_ options: FetchOptions) -> Bool {
    profiles.downloads.isEmpty && options.owner.flatMap(profiles.named)?.lists.isEmpty ?? true
  }

  func search(
    _ question: TitleQuestion, _ mediaType: Title.MediaType?, year: Int?, _ options: FetchOptions
  ) async throws -> [Title] {
    try await read(within: profiles.library.extraLimit) { library throws(LibraryError) in
      try await library.search(
        question, mediaType, year: year, profile: options.owner, language: options.language)
    }
  }

  func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> TitleDetail? {
    try await read(within: profiles.library.extraLimit) { library throws(LibraryError) in
      try await library.detail(key, profile: options.owner, language: options.language)
    }
  }

  /// The keys are known here, once the library has been read; the titles come from the library.
  func downloaded(
    _ mediaType: Title.MediaType?, rows: Range<Int>
  ) async throws -> (titles: [Title], total: Int) {
    try await read { [profiles] library throws(LibraryError) in
      let keys = profiles.downloads.done.filter { key in
        mediaType == nil || key.mediaType == mediaType
      }
      let shown = Array(keys[rows.clamped(to: keys.indices)])
      return (try await library.downloaded(shown), keys.count)
    }
  }

  private func read<Answer: Sendable>(
    within limit: Duration? = nil,
    _ question: @escaping @LoopActor (Library) async throws(LibraryError) -> Answer
  ) async throws(RPCError) -> Answer {
    do {
      return try await profiles.library.read(within: limit, question)
    } catch {
      throw RPCError(reading: error)
    }
  }
}
