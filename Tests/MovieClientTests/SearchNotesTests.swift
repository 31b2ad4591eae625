import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct SearchNotesTests {
  private static let keyless = #"{"source":"catalogue","reason":"no_key","hidden":0}"#

  private func notes(_ words: String, meta: String = keyless, page: Int = 1, total: Int = 0) throws
    -> [String]
  {
    let list = try Canned.list([], page: page, pages: 2, total: total, meta: meta)
    return SearchNotes.ifEmpty(words, list) {
      (_) throws(CommandError) in ["catalogue": ["titles": 80724, "as_of": "2026-07-29", "state": "ready"]]
    }
  }

  private static let size = "Searched the 80724 titles of the built-in catalogue."
  private static let key = " A TMDB key adds titles: movierpc settings set tmdb.key"

  @Test func empty_search_tells_how_much_was_searched_and_that_a_key_adds_the_rest() throws {
    #expect(try notes("xyzzy") == [Self.size + Self.key])
  }

  @Test func without_a_network_the_reason_follows() throws {
    let meta = #"{"source":"catalogue","reason":"network","offline":true,"cache":"none","age_ms":0}"#
    #expect(
      try notes("xyzzy", meta: meta) == [
        Self.size, "From local facts; no answer from the network: movierpc doctor",
      ])
  }

  @Test func tmdb_has_searched_everything() throws {
    #expect(try notes("xyzzy", meta: #"{"source":"tmdb","cache":"miss"}"#) == [])
  }

  @Test func hidden_titles_are_no_reason_for_other_words() throws {
    let meta = #"{"source":"catalogue","reason":"no_key","hidden":2}"#
    #expect(try notes("godffathr", meta: meta) == ["2 titles hidden by the age limit of this profile."])
  }

  @Test func page_behind_the_last_one_tells_how_many_there_are() throws {
    #expect(try notes("dune", page: 3, total: 26) == ["26 titles on 2 pages."])
  }

  @Test(arguments: [
    ("https://www.themoviedb.org/person/525-nolan", "That is a person: movierpc person https://"),
    ("https://www.imdb.com/name/nm0634240/", "That is a person: movierpc find https://"),
    ("https://www.themoviedb.org/collection/10", "That is a collection: movierpc collection 10"),
    ("https://www.imdb.com/title/tt0133093/", "IMDb's numbers need a TMDB key or an import: movierpc help"),
    ("https://www.themoviedb.org/movie/1", "movierpc detail https://"),
    ("https://boxd.it/29qU", "open it in a browser"),
  ])
  func address_of_something_else_tells_which_command_takes_it(_ address: String, _ note: String) throws {
    let found = try notes(address)
    #expect(found.count == 1 && found[0].hasPrefix(note), "\(found)")
  }

  @Test func daemon_that_does_not_answer_leaves_the_notes_out() throws {
    let list = try Canned.list([], total: 0, meta: Self.keyless)
    let notes = SearchNotes.ifEmpty("godffathr", list) { (_) throws(CommandError) in
      throw CommandError(.failed, "no")
    }
    #expect(notes == [])
  }
}
