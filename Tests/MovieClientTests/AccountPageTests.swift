import JSONRPC
import Testing

@testable import MovieClient

struct AccountPageTests {
  private let screen = Screen(width: 90)

  private func status(_ members: String) throws -> JSONValue {
    try JSONValue(
      parsing: #"""
        {\#(members),"state":"connected","link":null,"expires_at":null,"username":"an\u001bn",
        "connected_at":"2026-11-21T09:31:00Z","synced_at":"2026-11-21T10:00:00Z",
        "next_sync_at":"2026-11-21T10:30:00Z","question":null,"pending_changes":0,"error":null}
        """#)
  }

  private let change = #"""
    {"id":3,"changed_at":"2026-11-21T09:32:00Z","side":"tmdb","list":"watchlist","key":"movie/438631",
    "title":"Du\u001bne","action":"added","state":"done"}
    """#

  @Test func account_is_shown_with_what_waits() throws {
    let page = AccountPage.status(try status(#""pending_changes":2"#), on: screen, in: .utc)
    #expect(
      page == """
        connected with the TMDB account ann; last compared at 2026-11-21 10:00
        changes not sent to TMDB yet: 2
        the next comparison is at 2026-11-21 10:30

        """)
  }

  @Test func revoked_session_is_said_once() throws {
    let revoked = try status(
      #""state":"revoked","error":{"kind":"conflict","message":"TMDB no longer accepts the session of the account"}"#
    )
    #expect(
      AccountPage.status(revoked, on: screen, in: .utc)
        == "TMDB no longer accepts the session of ann: movierpc account connect\n")
  }

  @Test func journal_has_the_times() throws {
    let rows = try JSONValue(
      parsing: #"{"rev":"1","results":[\#(change)],"page":1,"page_size":20,"next_page":null,"#
        + #""total_pages":1,"total_results":1}"#)
    #expect(
      AccountPage.journal(rows, on: screen, in: LocalTime { _ in 3600 }) == """
        ID  WHEN              TITLE  LIST       CHANGE         STATE
         3  2026-11-21 10:32  Dune   watchlist  added at TMDB  done

        """)
  }

  @Test func plan_has_neither_numbers_nor_times() throws {
    let plan = try JSONValue(
      parsing:
        #"{"question":"first","plan":"x","changes":[\#(change)],"total":1,"pending_removals":0,"rejected_total":0}"#
    )
    let page = AccountPage.sync(plan, on: screen)
    #expect(page.hasPrefix("These changes would be made:\n\nTITLE ") && !page.contains("2026"))
  }

  @Test func comparison_without_changes_says_what_is_left() throws {
    func page(_ pendingRemovals: Int, _ skipped: Int) -> String {
      AccountPage.sync(
        [
          "question": .null, "plan": "x", "changes": [], "total": 0,
          "pending_removals": .integer(pendingRemovals),
          "rejected_total": .integer(skipped),
        ], on: screen)
    }
    #expect(page(0, 0) == "already in sync\n")
    #expect(page(2, 0) == "nothing was changed\nremovals to be confirmed in 10 minutes: 2\n")
    #expect(page(0, 1) == "nothing was changed\ntitles that could not be added: 1\n")
  }
}
