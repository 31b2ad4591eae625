import JSONRPC
import MovieProtocol
import Testing

@Suite struct CertificationsTests {
  @Test(arguments: [
    ("US", "G", 0), ("US", "PG", 10), ("US", "PG-13", 13), ("US", "R", 17), ("US", "NC-17", 18),
    ("US", "TV-Y7", 7), ("US", "TV-14", 14), ("US", "TV-MA", 17), ("DE", "0", 0), ("DE", "16", 16),
    ("GB", "U", 0), ("GB", "PG", 8), ("GB", "12A", 12), ("GB", "R18", 18), ("FR", "TP", 0), ("FR", "12", 12),
    ("ES", "A", 0), ("ES", "APTA", 0), ("ES", "18", 18), ("IT", "T", 0), ("IT", "VM14", 14), ("NL", "AL", 0),
    ("NL", "9", 9), ("CA", "14A", 14), ("CA", "R", 18), ("AU", "M", 15), ("AU", "MA 15+", 15),
    ("AU", "R18+", 18), ("BR", "L", 0), ("BR", "10", 10), ("JP", "G", 0), ("JP", "PG12", 12),
    ("JP", "R15+", 15), ("KR", "All", 0), ("KR", "19", 19), ("IN", "U", 0), ("IN", "UA", 12), ("IN", "A", 18),
    ("SE", "Btl", 0), ("PT", "M/12", 12), ("FI", "K-16", 16), ("SE", "Från 15 år", 15), ("RU", "18+", 18),
    // Unknown countries, as far as the word says it itself.
    ("XX", "15", 15),
  ])
  func word_means_an_age(_ country: String, _ value: String, _ age: Int) {
    #expect(Certifications.age(value, in: country) == age)
  }

  @Test(arguments: ["NR", "Unrated", "", "UR", "-", "12-15", "99", "99999999999999999999", "A"])
  func word_without_an_age_has_none(_ value: String) {
    #expect(Certifications.age(value, in: "XX") == nil)
  }

  @Test func table_of_the_document_says_the_same() throws {
    let countries = try #require(OpenRPC.document()["x-certifications"]?["countries"]?.objectValue)
    #expect(countries.first { $0.name == "US" }?.value["PG-13"] == 13)
    #expect(Set(countries.map(\.name)).count == countries.count)
    for country in countries {
      #expect(country.value.objectValue?.isEmpty == false)
      for row in country.value.objectValue ?? [] {
        #expect(Certifications.age(row.name, in: country.name) == row.value.intValue)
      }
    }
  }
}
