/// Territories that have a code of ISO 3166-1 of their own, but the cinemas, shops and dates of the country
/// that they belong to. Hong Kong and Macao have their own.
package enum Territories {
  /// Nil: it is a country of its own.
  package static func country(of code: String) -> String? { countries[code] }

  private static let countries = Dictionary(
    table.split(separator: "\n").flatMap { line in
      let codes = line.split(separator: " ").map { String($0) }
      return codes.dropFirst().map { ($0, codes[0]) }
    }
  ) { first, _ in first }

  /// A country, then its territories.
  private static let table = """
    AU CC CX HM NF
    DK FO GL
    FI AX
    FR BL GF GP MF MQ NC PF PM RE TF WF YT
    GB AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG
    NL AW BQ CW SX
    NO BV SJ
    NZ CK NU TK
    US AS GU MP PR UM VI
    """
}
