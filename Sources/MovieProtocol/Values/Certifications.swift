import JSONRPC

/// The age from which a title may be seen, according to a country's certification.
///
/// No certificate means one age for films and another for series. If it requires an adult's company, the age
/// counts from which it no longer does; if it names none, the age from which it is considered suitable for
/// children.
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

  /// "MA 15+" is "MA15+". The capital letters are those of no language in particular, so the Turkish İ is I.
  private static func folded(_ value: String) -> String {
    String(value.uppercased().filter { !$0.isWhitespace }.map { $0 == "İ" ? "I" : $0 })
  }

  /// The table as it appears in the OpenRPC document, under the extension `x-certifications`.
  static var json: JSONValue {
    [
      "description": """
      The age from which a title may be seen, by country and certificate (in capital letters, without \
      blanks, İ as I). A certificate that is not listed means the number in it, up to 21; without a number \
      it has no age.
      """,
      "countries": .object(
        CertificationTable.rows.map { row in
          JSONMember(row.country, .object(row.ages.map { JSONMember($0.word, .integer($0.age)) }))
        }),
    ]
  }

  private static let words = Dictionary(
    uniqueKeysWithValues: CertificationTable.rows.map { row in
      (row.country, Dictionary(row.ages.map { ($0.word, $0.age) }) { first, _ in first })
    })
}
