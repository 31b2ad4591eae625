import JSONRPC
import TestSupport
import Testing

@testable import MovieProtocol

/// Clients read what daemons of other versions send.
struct JSONViewTests {
  private let title: JSONValue = [
    "key": "book/1", "media_type": "book", "title": "Dune", "year": "soon", "vote_average": 7.5,
    "genres": [["id": 1, "name": "a"], 1, nil, ["name": "b"]],
    "user_state": ["watchlist": true, "download": "thawing"], "shelf": [1],
  ]

  @Test func wrong_and_unknown_members_spoil_no_other() {
    let view = JSONView<Title>(title)
    #expect(Title(json: title) == nil)
    #expect(view.text(\.key) == "book/1" && view.title == "Dune" && view.voteAverage == 7.5)
    #expect(view.year == nil && view.overview == nil && view.genres.compactMap(\.name) == ["a", "b"])
    #expect(view.userState.isOnWatchlist == true && view.userState.isWatched == nil)
  }

  @Test func words_of_a_later_version_are_read_as_they_were_sent() {
    let view = JSONView<Title>(title)
    #expect(view.mediaType == nil && view[\.mediaType] == "book")
    #expect(view.userState.download == nil && view.userState[\.download] == "thawing")
    #expect(view[\.overview] == nil)
  }

  @Test func parts_and_lists_are_views() {
    let page = JSONView<LibraryPage>([
      "results": [.object((title.objectValue ?? []) + [JSONMember("entry", ["note": "n"])]), nil],
      "next_page": 2, "total_results": "many",
    ])
    #expect(page.results.count == 2)
    #expect(page.results.first?.title.text(\.key) == "book/1" && page.results.first?.entry?.note == "n")
    #expect(page.results.last?.title.text(\.key) == nil && page.results.last?.entry == nil)
    #expect(page.count.nextPage == 2 && page.count.totalResults == nil)
    #expect(JSONView(["profiles": [["name": "x"]]], ProfileSummary.list).rows().map(\.name) == ["x"])
    #expect(JSONView<TitlePage>(nil).results.isEmpty)
  }

  @Test func computed_properties_have_the_names_they_are_written_with() throws {
    var state = DownloadsState()
    state.count(
      Download(key: .itunes(1), title: "", mediaType: .tv, state: .paused, assets: [], createdAt: 0))
    let view = JSONView<DownloadsState>(try JSONValue(parsing: state.encoded().span))
    #expect(view[\.[.paused]] == 1 && view[\.[.done]] == 0 && view.totalBytes == 0)
    let entry = LibraryEntry(addedAt: 0, watchedAt: 60_000, revision: 1)
    let read = JSONView<LibraryEntry>(try JSONValue(parsing: entry.encoded().span))
    #expect(read.isWatched == true && read[\.watchedOn] == "1970-01-01T00:01:00Z")
  }
}
