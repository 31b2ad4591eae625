import JSONRPC
import Testing

@testable import MovieClient

struct ListedTitlesTests {
  private func list(_ titles: [String], _ kind: ListedTitles.Kind = .watchlist) throws -> ListedTitles {
    ListedTitles(kind, try Canned.list(titles)) { "movierpc watchlist remove \($0)" }
  }

  private let dunes = [
    Canned.title("movie/841", "Dune", "1984"), Canned.dune, Canned.title("movie/348", "Alien", "1979"),
    Canned.title("movie/679", "Aliens", "1986"), Canned.title("movie/335984", "Blade Runner 2049", "2017"),
    Canned.title("movie/935", "Dr. Strangelove or: How I Learned to Stop Worrying", "1964"),
    Canned.title("movie/1091", "The Thing", "1982"), Canned.parasite, Canned.title("movie/2", "$", "1971"),
  ]

  @Test(arguments: [
    (["alien"], "movie/348"), (["ALIEN"], "movie/348"), (["aliens"], "movie/679"),
    (["Dune", "(1984)"], "movie/841"), (["dune", "2021"], "movie/438631"),
    (["blade", "runner", "2049"], "movie/335984"), (["thing"], "movie/1091"), (["the thing"], "movie/1091"),
    (["dr", "strangelove", "or", "how", "i", "learned", "to", "stop", "worrying"], "movie/935"),
    (["기생충"], "movie/496243"), (["$"], "movie/2"), (["movie/5"], "movie/5"),
  ])
  func whole_name_is_a_title_of_the_list(_ words: [String], _ key: String) throws {
    #expect(try list(dunes).title(KeyOrWords(words)).key == key)
  }

  @Test func match_is_named() throws {
    #expect(try list(dunes).title(KeyOrWords(["alien"])).found == "Alien (1979), movie/348")
    #expect(try list(dunes).title(KeyOrWords(["movie/348"])).found == nil)
  }

  @Test func original_name_counts() throws {
    let father = #"{"key":"movie/238","title":"Der Pate","original_title":"The Godfather","year":1972}"#
    #expect(try list([father]).title(KeyOrWords(["godfather"])).key == "movie/238")
  }

  /// The rows of downloads have none.
  @Test func year_is_compared_where_it_is_known() throws {
    let row = #"{"key":"movie/438631","title":"Dune","media_type":"movie","state":"done"}"#
    #expect(try list([row], .downloads).title(KeyOrWords(["Dune", "(2021)"])).key == "movie/438631")
  }

  @Test(arguments: [
    (
      ["ali"], "\"ali\" is not on the watchlist",
      "did you mean Alien (1979): movierpc watchlist remove movie/348\n"
        + "did you mean Aliens (1986): movierpc watchlist remove movie/679"
    ),
    (
      ["strangelove"], "\"strangelove\" is not on the watchlist",
      "did you mean Dr. Strangelove or: How I Learned to Stop Worrying (1964): "
        + "movierpc watchlist remove movie/935"
    ),
    (
      ["blade", "runner"], "\"blade runner\" is not on the watchlist",
      "did you mean Blade Runner 2049 (2017): movierpc watchlist remove movie/335984"
    ),
    (
      ["alien", "(1999)"], "\"alien\" of 1999 is not on the watchlist",
      "did you mean Alien (1979): movierpc watchlist remove movie/348\n"
        + "did you mean Aliens (1986): movierpc watchlist remove movie/679"
    ),
    (["heat"], "\"heat\" is not on the watchlist", "movierpc watchlist shows what is there"),
  ])
  func other_words_are_not_found(_ words: [String], _ message: String, _ hint: String) throws {
    let failure = #expect(throws: CommandError.self) { try list(dunes).title(KeyOrWords(words)) }
    #expect(failure?.status == .notFound && failure?.kind == "not_found")
    #expect(failure?.message == message && failure?.hint == hint)
  }

  @Test func empty_list_says_so() throws {
    let kinds = [ListedTitles.Kind.watchlist, .favorites, .downloads]
    let failures = kinds.map { kind in
      #expect(throws: CommandError.self) { try list([], kind).title(KeyOrWords(["dune"])) }
    }
    #expect(
      failures.map { ($0?.message ?? "") + ": " + ($0?.hint ?? "") } == [
        "\"dune\" is not on the watchlist: the watchlist is empty",
        "\"dune\" is not a favourite: the list of favourites is empty",
        "\"dune\" has no download: there are no downloads",
      ])
  }

  @Test func name_of_several_titles_lists_them_and_names_none() throws {
    let failure = #expect(throws: CommandError.self) { try list(dunes).title(KeyOrWords(["dune"])) }
    #expect(failure?.status == .usage)
    #expect(failure?.message == "2 titles on the list are named \"dune\"; nothing was done")
    #expect(
      failure?.hint == """
        Dune (1984): movierpc watchlist remove movie/841
        Dune (2021): movierpc watchlist remove movie/438631
        """)
  }
}
