import MovieProtocol

/// `878,18` is both, `878|18` either; names may stand for numbers. And binds stronger: `drama,war|western` is
/// a drama of war, or a western.
package struct GenreFilter: Sendable, Equatable {
  package enum Fault: Error, Equatable {
    /// A name or number that is no genre, and the genre that may have been meant.
    case unknown(String, nearest: String?)
  }

  /// Numbers of genres; a title fits if it has all of one of these. Each is ascending and there once.
  package let alternatives: [[Int]]

  /// - Parameter mediaType: whose genres these are: films and series have different ones.
  package init(parsing text: String, mediaType: CatalogueTitle.MediaType) throws(Fault) {
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

  /// Of films and series: each understands the names in its own way.
  ///
  /// - Throws: what is wrong with it for films, where it is wrong for both.
  package init(parsing text: String) throws(Fault) {
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

  /// SQL that is true of a list of numbers with `|` around each of them.
  ///
  /// - Parameter column: an expression of this program's own words.
  func condition(on column: String) -> String {
    let alternatives = alternatives.map { ids in
      "(" + ids.map { "instr(\(column), '|\($0)|')" }.joined(separator: " AND ") + ")"
    }
    return "(" + alternatives.joined(separator: " OR ") + ")"
  }
}

/// What people write for a genre. Case, accents, blanks and punctuation do not count, and half of a double
/// name will do: "action" is "Action & Adventure" among series.
private struct GenreNames {
  private let genres: [Genres.Genre]
  private let ids: [String: Int]

  init(_ mediaType: CatalogueTitle.MediaType) {
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
    // TMDB writes it out for films and short for series.
    for (name, other) in [("scifi", "sciencefiction"), ("sciencefiction", "scifi")] where ids[name] == nil {
      ids[name] = ids[other]
    }
    self.ids = ids
  }

  func id(_ text: String) -> Int? {
    // No name has a digit in it.
    let number = text.filter { $0 != " " }
    return genres.first { String($0.id) == number }?.id ?? ids[Self.folded(text)]
  }

  /// In TMDB's words.
  func nearest(to text: String) -> String? {
    let folded = Self.folded(text)
    let names = ids.keys.sorted()
    // Another word of the same family is nearer than another word of that length: anime, animation, crime.
    let family = folded.prefix(4)
    let relative = family.count == 4 ? names.first { $0.hasPrefix(family) } : nil
    let near = relative ?? Spelling.nearest(to: folded, among: names)
    guard let id = near.flatMap({ ids[$0] }) else { return nil }
    return genres.first { $0.id == id }?.name
  }

  /// Letters and digits only, without the marks on them.
  private static func folded(_ text: String) -> String {
    let scalars = text.lowercased().canonicallyDecomposed.unicodeScalars.filter { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
