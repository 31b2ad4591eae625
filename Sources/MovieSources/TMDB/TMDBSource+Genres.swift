import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// Names of genres in a language; rows contain only IDs.
struct TMDBGenreNames: Sendable, Equatable {
  /// Empty: the English names of ``Genres``.
  var names: [Title.MediaType: [Int: String]] = [:]

  func applied(to title: Title) -> Title {
    guard let names = names[title.mediaType] else { return title }
    var title = title
    title.genres = title.genres.map { Title.Genre($0.id, names[$0.id] ?? $0.name) }
    return title
  }
}

extension TMDBSource {
  /// The names for rows in that language. English needs no request; and if TMDB does not send the names,
  /// English ones are better than no titles.
  func genreNames(_ options: FetchOptions) async throws -> TMDBGenreNames {
    guard Video.language(of: options.language) != "en" else { return TMDBGenreNames() }
    async let films = genreNames(.movie, options)
    async let series = genreNames(.tv, options)
    return try await TMDBGenreNames(names: [.movie: films, .tv: series])
  }

  private func genreNames(_ mediaType: Title.MediaType, _ options: FetchOptions) async throws -> [Int: String]
  {
    // The client's maximum age is for its titles, not for the names.
    var options = options
    options.maxAge = nil
    let fetched = try await fetchIfPossible(.genres(mediaType, language: options.language), options)
    let genres = fetched?.answer.genres ?? []
    return Dictionary(genres.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// Translates genre names of the user's language in a filter to IDs; other names are left unchanged, since
  /// English names work in every language.
  func inEnglish(_ filter: String?, _ mediaType: Title.MediaType, _ options: FetchOptions) async throws
    -> String?
  {
    guard let filter, Video.language(of: options.language) != "en" else { return filter }
    let names = try await genreNames(mediaType, options)
    let ids = Dictionary(names.map { (Self.folded($0.value), $0.key) }) { first, _ in first }
    let alternatives = filter.split(separator: "|", omittingEmptySubsequences: false).map { alternative in
      alternative.split(separator: ",", omittingEmptySubsequences: false).map { name in
        ids[Self.folded(String(name))].map { String($0) } ?? String(name)
      }.joined(separator: ",")
    }
    return alternatives.joined(separator: "|")
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
