import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct TitleQuestionTests {
  @Test(
    arguments: [
      ("dune", "Dune", .whole), ("DUNE!", "Dune", .whole), ("dune p", "Dune: Part Two", .beginning),
      ("part dune", "Dune: Part Two", .allWords), ("du", "Dune", .beginning), ("une", "Dune", nil),
      ("two", "Dune: Part Two", .allWords), ("tw", "Dune: Part Two", .allWords),
      ("part t dune", "Dune: Part Two", nil), ("spiderman", "Spider-Man", .whole),
      ("spider man", "Spider-Man", .whole), ("fast and furious", "Fast & Furious", .whole),
      ("フリーレン", "葬送のフリーレン", .allWords), ("ふりー", "葬送のフリーレン", .allWords),
      ("แก้ว", "กิ่งแก้ว", .allWords), ("$", "$", .whole), ("$", "$9.99", nil),
      ("rambo 2", "Rambo III", nil), ("rambo ii", "Rambo III", nil), ("rambo 3", "Rambo III", .whole),
      ("rambo ii", "Rambo II", .whole), ("first blood 2", "First Blood II: Rambo", .beginning),
      ("rambo 2", "Rambo: First Blood Part II", .allWords), ("rambo i", "Rambo III", .beginning),
    ] as [(String, String, TitleMatch?)])
  func match_is_that_of_the_catalogue(_ q: String, _ title: String, _ match: TitleMatch?) throws {
    #expect(try #require(TitleQuestion(q)).match(title: title, original: nil) == match)
  }

  @Test func original_title_counts_too() throws {
    #expect(try #require(TitleQuestion("leucht")).match(title: "The Lighthouse", original: nil) == nil)
    let question = try #require(TitleQuestion("leuchtturm"))
    #expect(question.match(title: "The Lighthouse", original: "Der Leuchtturm") == .whole)
    #expect(TitleQuestion("  ") == nil)
  }
}
