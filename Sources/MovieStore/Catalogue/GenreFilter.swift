package import MovieProtocol
import TitleIndex

/// `878,18` means both, `878|18` either; names may replace IDs. "And" binds more strongly:
/// `drama,war|western` is a war drama, or a western.
package struct GenreFilter: Sendable, Equatable {
  package enum ParseError: Error, Equatable {
    /// An unknown name or ID, and the genre that may have been meant.
    case unknown(String, nearest: String?)
  }

  /// IDs of genres; a title matches if it has all of one of these. Each list is ascending, without
  /// duplicates.
  package let alternatives: [[Int]]

  /// - Parameter mediaType: films and series have different genres.
  package init(parsing text: String, mediaType: Title.MediaType) throws(ParseError) {
    let names = GenreNames(mediaType)
    var alternatives: [[Int]] = []
    for alternative in text.split(separator: "|", omittingEmptySubsequences: false) {
      var ids: Set<Int> = []
      for name in alternative.split(separator: ",", omittingEmptySubsequences: false) {
        guard let id = names.id(String(name)) else {
          throw .unknown(String(name), nearest: names.nearest(to: String(name)))
        }
        ids.insert(id)
      }
      let sorted = ids.sorted()
      if !alternatives.contains(sorted) { alternatives.append(sorted) }
    }
    self.alternatives = alternatives
  }

  /// For films and series: each resolves the names with its own genres.
  ///
  /// - Throws: the error for films, if it is invalid for both.
  package init(parsing text: String) throws(ParseError) {
    let series = try? GenreFilter(parsing: text, mediaType: .tv)
    do {
      let films = try GenreFilter(parsing: text, mediaType: .movie)
      alternatives =
        films.alternatives + (series?.alternatives ?? []).filter { !films.alternatives.contains($0) }
    } catch {
      guard let series else { throw error }
      self = series
    }
  }

  /// SQL that matches a list of IDs with `|` around each of them.
  ///
  /// - Parameter column: an expression from this program's source, never from outside.
  func condition(on column: String) -> String {
    let alternatives = alternatives.map { ids in
      "(" + ids.map { "instr(\(column), '|\($0)|')" }.joined(separator: " AND ") + ")"
    }
    return "(" + alternatives.joined(separator: " OR ") + ")"
  }
}

/// The spellings that users write for a genre. Case, accents, blanks and punctuation are ignored, and half of
/// a double name is enough: "action" is "Action & Adventure" for series.
private struct GenreNames {
  private let genres: [Genres.Genre]
  private let ids: [String: Int]

  init(_ mediaType: Title.MediaType) {
    genres = Genres.all(mediaType)
    var ids: [String: Int] = [:]
    for genre in genres {
      ids[Self.folded(genre.name)] = genre.id
    }
    for genre in genres {
      for half in genre.name.split(separator: "&") {
        let name = Self.folded(String(half))
        if ids[name] == nil { ids[name] = genre.id }
      }
    }
    // TMDB spells it out for films and abbreviates it for series.
    for (name, other) in [("scifi", "sciencefiction"), ("sciencefiction", "scifi")] where ids[name] == nil {
      ids[name] = ids[other]
    }
    self.ids = ids
  }

  func id(_ text: String) -> Int? {
    // No name contains a digit.
    let number = text.filter { $0 != " " }
    return genres.first { String($0.id) == number }?.id ?? ids[Self.folded(text)]
  }

  /// In TMDB's spelling.
  func nearest(to text: String) -> String? {
    let folded = Self.folded(text)
    let names = ids.keys.sorted()
    // A word with the same beginning is nearer than another word of that length: anime, animation, crime.
    let family = folded.prefix(4)
    let relative = family.count == 4 ? names.first { $0.hasPrefix(family) } : nil
    let near = relative ?? Spelling.nearest(to: folded, among: names)
    guard let id = near.flatMap({ ids[$0] }) else { return nil }
    return genres.first { $0.id == id }?.name
  }

  /// Letters and digits only, without diacritics.
  private static func folded(_ text: String) -> String {
    let scalars = text.lowercased().canonicallyDecomposed.unicodeScalars.filter { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
