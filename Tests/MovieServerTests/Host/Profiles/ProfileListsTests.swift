import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite struct ProfileListsTests {
  private func result(_ revision: Int, _ change: (inout Title.UserState) -> Void) -> EntryResult {
    var userState = Title.UserState()
    change(&userState)
    return EntryResult(isChanged: true, revision: revision, title: nil, entry: nil, userState: userState)
  }

  @Test func counts_follow_each_change() {
    var watched = Title.UserState()
    (watched.isOnWatchlist, watched.isWatched) = (true, true)
    var lists = ProfileLists(revision: 5, userStates: ["movie/1": watched])
    #expect(lists.watchlist == 1 && lists.unwatched == 0 && lists.favorites == 0)
    let taken0 = lists.apply("movie/2", result(6) { $0.isOnWatchlist = true })
    #expect(taken0)
    let taken1 = lists.apply("movie/1", result(7) { $0.isFavorite = true })
    #expect(taken1)
    #expect(lists.watchlist == 1 && lists.unwatched == 1 && lists.favorites == 1 && lists.revision == 7)
    let taken2 = lists.apply("movie/1", result(8) { _ in })
    #expect(taken2)
    #expect(lists.favorites == 0 && lists.userStates.count == 1)
  }

  @Test func what_is_known_already_changes_nothing() {
    var lists = ProfileLists(revision: 5, userStates: [:])
    let taken3 = lists.apply("movie/1", result(5) { $0.isFavorite = true })
    #expect(!taken3)
    var unchanged = result(9) { $0.isFavorite = true }
    unchanged.isChanged = false
    let taken4 = lists.apply("movie/1", unchanged)
    #expect(!taken4 && lists.isEmpty && lists.revision == 5)
  }

  @Test func changes_are_told_after_a_revision_until_there_are_too_many() {
    var lists = ProfileLists(revision: 10, userStates: [:])
    #expect(lists.changes(after: 10) == [])
    #expect(lists.changes(after: 9) == nil)
    for revision in 11...13 {
      _ = lists.apply("movie/\(revision % 2 + 1)", result(revision) { $0.isFavorite = true })
    }
    #expect(lists.changes(after: 10)?.map(\.key) == ["movie/1", "movie/2"])
    #expect(lists.changes(after: 12)?.map(\.revision) == [13])
    for revision in 14...113 {
      _ = lists.apply("movie/\(revision)", result(revision) { $0.isFavorite = true })
    }
    #expect(lists.changes(after: 13)?.count == ProfileLists.maxChanges)
    #expect(lists.changes(after: 12) == nil)
  }

  @Test func state_is_told_as_the_contract_has_it() throws {
    var lists = ProfileLists(revision: 1, userStates: [:])
    _ = lists.apply("movie/1", result(2) { $0.isFavorite = true })
    let text = String(
      decoding: lists.encoded(lists.changes(after: 1)) { lists.userStates[$0] ?? .init() }, as: UTF8.self)
    #expect(
      text
        == #"{"watchlist":0,"unwatched":0,"favorites":1,"changes":[{"key":"movie/1","user_state":{"watchlist":false,"#
        + #""watched":false,"favorite":true,"download":"none"},"version":2}]}"#)
    #expect(
      String(decoding: lists.encoded(nil) { _ in .init() }, as: UTF8.self).hasSuffix(#""changes":null}"#))
  }
}
