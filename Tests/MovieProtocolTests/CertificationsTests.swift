import JSONRPC
import MovieProtocol
import Testing

@Suite struct CertificationsTests {
  @Test(arguments: [
    // Not in TMDB's lists, or written otherwise there.
    ("ES", "APTA", 0), ("AU", "R18+", 18), ("BG", "c", 12), ("SG", "M18 ", 18), ("GR", "Κ-15", 15),
    ("TH", "น13+", 13), ("TW", "輔12", 12), ("BE", "KNT/ENA", 16), ("PT", "PÚBLICOS", 0),
    // Not all is Turkish that has an i.
    ("TR", "GENEL İZLEYİCİ KİTLESİ", 0), ("TR", "genel izleyici kitlesi", 0), ("TR", "GENEL IZLEYICI", 0),
    ("TR", "Genel I\u{307}zleyici", 0), ("US", "tv-pg", 10), ("KR", "Restrıcted Screening", 19),
    // Unknown countries, as far as the word says it itself.
    ("XX", "15", 15),
  ])
  func word_means_an_age(_ country: String, _ value: String, _ age: Int) {
    #expect(Certifications.age(value, in: country) == age)
  }

  @Test func listed_ones_mean_their_ages() {
    let wrong = ListedCertification.all.filter { Certifications.age($0.value, in: $0.country) != $0.age }
    #expect(wrong.isEmpty, "\(wrong)")
    #expect(ListedCertification.all.count > 450)
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
