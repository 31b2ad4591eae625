/// What is known of every title besides its texts, 40 bytes: its place in the file is its rank, from 0, the best known first.
package struct TitleRecord: BitwiseCopyable {
  /// TMDB's ID.
  package var id: UInt32 = 0
  package var votes: UInt32 = 0
  /// A bit for each of `TitleRecord.genres`.
  package var genres: UInt32 = 0
  /// 20210915, or 20210000 where only the year is known; 0 is unknown.
  package var date: UInt32 = 0
  /// 0 is unknown.
  package var popularity: Float = 0
  /// 0 to 10; 0 is unknown.
  package var average: Float = 0
  /// `LetterCode` of ISO 639; 0 is unknown.
  package var language: UInt16 = 0
  /// The first two countries, ISO 3166-1.
  package var countries: (UInt16, UInt16) = (0, 0)
  /// In minutes.
  package var runtime: UInt16 = 0
  /// The collection's number, from 1; 0 is none.
  package var collection: UInt16 = 0
  /// The title's place in its collection by date, from 1; 0 is none.
  package var place: UInt8 = 0
  // No Bool: of one that is read from a file, any value but 0 and 1 would be undefined. And no gap between the
  // members, whose bytes would be written as they happen to be.
  private var flags: UInt8 = 0
  package var isSeries: Bool {
    get { flags & 1 != 0 }
    set { flags = newValue ? flags | 1 : flags & ~1 }
  }
  package var hasPoster: Bool {
    get { flags & 2 != 0 }
    set { flags = newValue ? flags | 2 : flags & ~2 }
  }
  /// The title's place among all titles in the order of their search forms, from 1; 0: it has no visible characters.
  package var titleOrder: UInt32 = 0

  package var year: Int { Int(date / 10_000) }
  /// 0 where only the year is known.
  package var month: Int { Int(date / 100 % 100) }
  package var day: Int { Int(date % 100) }

  /// 0 without votes.
  var ratedAverage: Float { votes == 0 ? 0 : average }

  /// TMDB's IDs of genres of films and series: https://developer.themoviedb.org/reference/genre-movie-list
  package static let genres = [
    28, 12, 16, 35, 80, 99, 18, 10751, 14, 36, 27, 10402, 9648, 10749, 878, 10770, 53, 10752, 37, 10759,
    10762,
    10763, 10764, 10765, 10766, 10767, 10768,
  ]

  /// - Returns: 0 if a genre is unknown.
  package static func bits(genres: [Int]) -> UInt32 {
    let bits = genres.map(bit)
    return bits.contains(0) ? 0 : bits.reduce(0, |)
  }

  package static func bit(genre: Int) -> UInt32 {
    genres.firstIndex(of: genre).map { 1 << UInt32($0) } ?? 0
  }
}

/// Two or three letters from a to z in one number, five bits each.
package enum LetterCode {
  /// 0: it is none.
  package static func of(_ text: some StringProtocol) -> UInt16 {
    guard (2...3).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) })
    else { return 0 }
    return text.utf8.reduce(0) { $0 << 5 | UInt16($1 & 0x1f) }
  }

  /// In lower case.
  package static func text(_ code: UInt16) -> String {
    let letters = [code >> 10, code >> 5 & 0x1f, code & 0x1f].drop { $0 == 0 }
    return String(decoding: letters.map { UInt8($0 | 0x60) }, as: UTF8.self)
  }
}

/// Where a word stands in a title's facts: the low byte of a posting.
package struct Fields: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let title = Fields(rawValue: 1)
  /// The original title, or another name.
  package static let alias = Fields(rawValue: 2)
  package static let collection = Fields(rawValue: 4)
  /// Of a series: the creators.
  package static let director = Fields(rawValue: 8)
  package static let cast = Fields(rawValue: 16)
  package static let keyword = Fields(rawValue: 32)
  package static let network = Fields(rawValue: 64)
  /// The first of the cast; `cast` is set, too.
  package static let lead = Fields(rawValue: 128)

  package static let names: Fields = [.title, .alias]
  package static let people: Fields = [.director, .cast]
}
