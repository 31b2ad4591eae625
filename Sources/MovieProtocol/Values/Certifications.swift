import JSONRPC

/// The age from which a title may be seen, according to a country's certification.
///
/// Certificates as TMDB writes them (https://developer.themoviedb.org/reference/certification-movie-list and
/// certifications-tv-list); no certificate means one age for films and another for series. If a certificate
/// requires an adult's company without naming an age, the age is used from which it is considered suitable
/// for children.
package enum Certifications {
  /// - Returns: nil for a certificate without an age: "NR", "Unrated".
  package static func age(_ value: String, in country: String) -> Int? {
    let word = folded(value)
    if let age = words[country]?[word] { return age }
    // Most contain the age: 16, 12A, K-12, VM14, M/12, MA15+.
    let numbers = word.split { !isDigit($0) }.map { Int($0) }
    guard numbers.count == 1, let age = numbers[0], age <= 21 else { return nil }
    return age
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  /// "MA 15+" is "MA15+".
  private static func folded(_ value: String) -> String { value.uppercased().filter { !$0.isWhitespace } }

  /// The table as it appears in the OpenRPC document, under the extension `x-certifications`.
  static var json: JSONValue {
    [
      "description": """
      The age from which a title may be seen, by country and certificate (in capital letters, without \
      blanks). A certificate that is not listed means the number in it, up to 21; without a number it has no \
      age.
      """,
      "countries": .object(
        rows.map { row in
          JSONMember(row.country, .object(row.ages.map { JSONMember($0.word, .integer($0.age)) }))
        }),
    ]
  }

  private static let words = Dictionary(
    uniqueKeysWithValues: rows.map { row in
      (row.country, Dictionary(row.ages.map { ($0.word, $0.age) }) { first, _ in first })
    })

  private static let rows: [(country: String, ages: [(word: String, age: Int)])] =
    table.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      guard let country = parts.first else { return nil }
      let ages = parts.dropFirst().compactMap { part -> (word: String, age: Int)? in
        let pair = part.split(separator: "=")
        guard pair.count == 2, let age = Int(pair[1]) else { return nil }
        return (String(pair[0]), age)
      }
      return (String(country), ages)
    }

  private static let table = """
    AR ATP=0 C=18
    AT UNRESTRICTED=0
    AU E=0 P=0 C=0 G=0 PG=8 M=15 R=18 X=18 AV15+=15
    BE AL=0 KT=0 KNT=16
    BG A=0 B=0 C=12 D=16 X=18
    BR L=0 AL=0
    CA G=0 C=0 E=0 PG=8 R=18 A=18
    CH 0=0
    CZ U=0
    DE FSK0=0 KEINEJUGENDFREIGABE=18
    DK A=0
    ES A=0 AI=0 APTA=0 TP=0 INFANTIL=0 X=18 PX=18
    FI S=0 K-S=0
    FR U=0 TP=0 X=18
    GB U=0 UC=0 PG=8
    GR K=0 K-A=0 Κ=0 Κ-Α=0
    HK I=0 IIA=8 IIB=15 III=18
    HU KN=0
    ID SU=0
    IE G=0 PG=8 PS=15 MA=18 GA=0 YA=12 CH=0
    IN U=0 UA=12 U/A=12 A=18 S=18
    IS L=0
    IT T=0
    JP G=0
    KR ALL=0 EXEMPT=0 전체=0 전체관람가=0 청소년관람불가=19 RESTRICTEDSCREENING=19
    LT V=0
    LV U=0
    MX AA=0 A=0 B=12 C=18 D=18
    MY U=0
    NL AL=0
    NO A=0
    NZ G=0 PG=8 M=16 R=18
    PH G=0 PG=8 SPG=13 X=18
    PL BO=0
    PT PÚBLICOS=0 T=0 TP=0 P=18 A=18
    RO AG=0 AP=8 AP-12=12 IM-18-XXX=18 IM-18-X=18
    SE BTL=0 BARNTILLÅTEN=0
    SG G=0 PG=8
    SK U=0
    TH G=0 P=0 ส=0 ท=0
    TR GENELİZLEYİCİ=0 GENELIZLEYICI=0
    TW 普=0 普遍級=0 護=6 保護級=6 限=18 限制級=18 輔導級=12
    US G=0 PG=10 PG-13=13 R=17 NC-17=18 X=18 TV-Y=0 TV-Y7=7 TV-Y7-FV=7 TV-G=0 TV-PG=10 TV-14=14 TV-MA=17
    ZA A=0 PG=8 7-9PG=7 10-12PG=10 XX=18 X18=18
    """
}
