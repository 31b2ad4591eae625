import MovieProtocol
import Testing
import TitleIndex

@testable import MovieStore

@Suite struct CountriesTests {
  private let all = Countries.all

  @Test func every_country_is_there_once() {
    #expect(all.count == 250)
    #expect(Set(all.map(\.code)).count == 250)
    #expect(Set(all.map(\.name)).count == 250)
    #expect(
      all.allSatisfy { $0.code.utf8.count == 2 && $0.code.utf8.allSatisfy { (0x41...0x5a).contains($0) } })
    // TMDB's regions of watch/providers.
    #expect(all.count(where: \.hasWhereToWatch) == 139)
  }

  @Test func names_are_whole_and_sorted() {
    #expect(areWhole(all.map(\.name)))
    #expect(areWhole(all.map(\.nativeName)))
    #expect(areSorted(all.map(\.name)))
  }

  @Test(arguments: [
    ("DE", "Germany", "Deutschland", true), ("JP", "Japan", "日本", true), ("RS", "Serbia", "Србија", true),
    ("CH", "Switzerland", "Schweiz", true), ("KZ", "Kazakhstan", "Қазақстан", false),
    ("US", "United States", "United States", true), ("EG", "Egypt", "مصر", true),
    ("AX", "Åland Islands", "Åland", false), ("CI", "Côte d’Ivoire", "Côte d’Ivoire", true),
  ])
  func country_has_its_names(code: String, name: String, nativeName: String, hasWhereToWatch: Bool) {
    let country = Country(
      code: code, name: name, nativeName: nativeName, hasWhereToWatch: hasWhereToWatch)
    #expect(all.first { $0.code == code } == country)
  }
}

@Suite struct LanguagesTests {
  private let all = Languages.all

  @Test func every_language_is_there_once() {
    #expect(all.count == 186)
    #expect(Set(all.map(\.code)).count == 186)
    #expect(Set(all.map(\.name)).count == 186)
    #expect(
      all.allSatisfy { $0.code.utf8.count == 2 && $0.code.utf8.allSatisfy { (0x61...0x7a).contains($0) } })
  }

  @Test func names_are_whole_and_sorted() {
    #expect(areWhole(all.map(\.name)))
    #expect(areWhole(all.map(\.nativeName)))
    #expect(areSorted(all.map(\.name)))
  }

  @Test(arguments: [
    ("de", "German", "Deutsch"), ("ko", "Korean", "한국어"), ("zh", "Chinese", "中文"), ("cn", "Cantonese", "粵語"),
    ("he", "Hebrew", "עברית"), ("nb", "Norwegian Bokmål", "norsk bokmål"),
  ])
  func language_has_its_names(code: String, name: String, nativeName: String) {
    #expect(all.first { $0.code == code } == Language(code: code, name: name, nativeName: nativeName))
  }

  @Test func language_of_every_embedded_title_is_there() async throws {
    let codes = Set(all.map(\.code))
    let titles = try await Embedded.catalogue.list(CatalogueList(), offset: 0, limit: 10_000).titles
    #expect(titles.compactMap(\.originalLanguage).allSatisfy { codes.contains($0) })
  }
}

@Suite struct BestPictureTests {
  private let winners = BestPicture.winners

  @Test func every_winner_is_there_once() {
    #expect(winners.count == 98)
    #expect(Set(winners.map(\.id)).count == 98)
    #expect(areWhole(winners.map(\.title)))
    for winner in winners {
      #expect(throws: Never.self) { try CatalogueCells(line: 1).day(Substring(winner.releaseDate)) }
    }
  }

  @Test func newest_ceremony_is_first() {
    #expect(winners.first?.title == "One Battle After Another")
    #expect(winners.last?.title == "Wings")
    let years = winners.compactMap { Int($0.releaseDate.prefix(4)) }
    #expect(years == years.sorted(by: >))
    let titles = winners.map(\.title)
    // Both are of 2008; The Hurt Locker, the older one, won the year after.
    #expect(
      titles.firstIndex(of: "The Hurt Locker") == titles.firstIndex(of: "Slumdog Millionaire").map { $0 - 1 })
  }

  /// Several winners have been filmed twice.
  @Test(arguments: [
    ("West Side Story", 1961), ("All Quiet on the Western Front", 1930), ("Ben-Hur", 1959), ("Rebecca", 1940),
    ("Around the World in 80 Days", 1956), ("Mutiny on the Bounty", 1935), ("Crash", 2005),
    ("Gladiator", 2000),
  ])
  func winner_is_the_right_film_of_that_name(title: String, year: Int) {
    #expect(winners.filter { $0.title == title }.map { $0.releaseDate.prefix(4) } == ["\(year)"])
  }

  @Test func catalogue_has_them_all_and_says_the_same() async throws {
    let known = try await Embedded.catalogue.titles(winners.map { (.movie, $0.id) })
    for (winner, title) in zip(winners, known) {
      #expect(title?.title == winner.title)
      #expect(title?.releaseDate == winner.releaseDate)
    }
  }
}

private func areWhole(_ names: [String]) -> Bool {
  names.allSatisfy { name in
    !name.isEmpty && name.first?.isWhitespace == false && name.last?.isWhitespace == false
      && !name.contains("|")
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{FFFD}" }
  }
}

/// As titles are: without case, accents and punctuation.
private func areSorted(_ names: [String]) -> Bool {
  let folded = names.compactMap { SearchFold.spellings(ofTitle: $0).first?.text }
  return folded.count == names.count && folded == folded.sorted()
}
