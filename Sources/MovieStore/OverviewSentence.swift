import MovieProtocol

/// Makes one English sentence from the facts about a title, used when TMDB's own text is missing: "A 2021
/// science fiction adventure directed by Denis Villeneuve, with Timothée Chalamet and Rebecca Ferguson."
/// Unknown facts are omitted; a sentence that only repeats the year and the type is none.
package enum OverviewSentence {
  /// nil if genres, director and cast are all unknown.
  package static func make(_ title: CatalogueTitle) -> String? {
    let genres = title.genreIDs.lazy.compactMap { GenreWords[$0] }
    if genres.isEmpty && title.director.isEmpty && title.cast.isEmpty { return nil }
    let kind = [
      title.year.map { String($0) }, GenreWords.phrase(Array(genres.prefix(2)), for: title.mediaType),
    ].compactMap(\.self).joined(separator: " ")
    var sentence = "\(article(before: kind)) \(kind)"
    if !title.director.isEmpty {
      let verb = title.mediaType == .movie ? "directed" : "created"
      sentence += " \(verb) by \(list(title.director, most: 3))"
    }
    let cast = title.cast.filter { !title.director.contains($0) }
    if !cast.isEmpty {
      sentence += title.director.isEmpty ? " with " : ", with "
      sentence += list(Array(cast.prefix(2)), most: 2)
    }
    // "Robert Downey Jr." already ends with a full stop.
    return sentence.utf8.last == UInt8(ascii: ".") ? sentence : sentence + "."
  }

  /// "An eleven…", "an eighteen…" and "an eight…" begin with a vowel when spoken.
  private static func article(before text: String) -> String {
    let bytes = text.utf8
    return switch bytes.first {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"): "An"
    case UInt8(ascii: "8"): "An"
    case UInt8(ascii: "1") where bytes.starts(with: "11".utf8) || bytes.starts(with: "18".utf8): "An"
    default: "A"
    }
  }

  /// "A", "A and B", "A, B and C", "A, B, C and others".
  private static func list(_ names: [String], most: Int) -> String {
    let shown = names.count > most ? names.prefix(most) + ["others"] : names[...]
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// The words for a genre: before another noun ("romantic comedy") and alone ("romance").
private struct GenreWords {
  let before: String
  /// nil: it needs "film" or "series" after it.
  var noun: String?
  /// Of two genres with a noun, the one with the lower number ends the phrase.
  var order = Int.max

  static subscript(_ id: Int) -> GenreWords? { words[id] }

  /// - Parameter genres: none, one or two.
  static func phrase(_ genres: [GenreWords], for mediaType: Title.MediaType) -> String {
    let film = mediaType == .movie
    let head = genres.indices.filter { genres[$0].noun != nil }.min { genres[$0].order < genres[$1].order }
    var words = genres.indices.filter { $0 != head }.map { genres[$0] }
    // "animated family film", whichever TMDB lists first.
    words.sort { $0.before == "animated" && $1.before != "animated" }
    var phrase = words.map(\.before)
    if let head, let noun = genres[head].noun {
      phrase += film || genres[head].order == showOrder ? [noun] : [genres[head].before, "series"]
    } else {
      phrase.append(film ? "film" : "series")
    }
    return phrase.joined(separator: " ")
  }

  /// Nouns that are kinds of series: no "series" is added.
  private static let showOrder = 0

  private static let words: [Int: GenreWords] = [
    10767: GenreWords(before: "talk", noun: "talk show", order: showOrder),
    10766: GenreWords(before: "soap", noun: "soap opera", order: showOrder),
    10763: GenreWords(before: "news", noun: "news programme", order: showOrder),
    99: GenreWords(before: "documentary", noun: "documentary", order: 1),
    53: GenreWords(before: "thriller", noun: "thriller", order: 2),
    18: GenreWords(before: "drama", noun: "drama", order: 3),
    35: GenreWords(before: "comedy", noun: "comedy", order: 4),
    37: GenreWords(before: "western", noun: "western", order: 5),
    12: GenreWords(before: "adventure", noun: "adventure", order: 6),
    9648: GenreWords(before: "mystery", noun: "mystery", order: 7),
    10749: GenreWords(before: "romantic", noun: "romance", order: 8),
    28: GenreWords(before: "action"),
    16: GenreWords(before: "animated"),
    80: GenreWords(before: "crime"),
    10751: GenreWords(before: "family"),
    14: GenreWords(before: "fantasy"),
    36: GenreWords(before: "historical"),
    27: GenreWords(before: "horror"),
    10402: GenreWords(before: "music"),
    878: GenreWords(before: "science fiction"),
    10770: GenreWords(before: "television"),
    10752: GenreWords(before: "war"),
    10759: GenreWords(before: "action and adventure"),
    10762: GenreWords(before: "children's"),
    10764: GenreWords(before: "reality"),
    10765: GenreWords(before: "science fiction and fantasy"),
    10768: GenreWords(before: "war and politics"),
  ]
}
