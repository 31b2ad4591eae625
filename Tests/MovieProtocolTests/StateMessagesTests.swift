import JSONRPC
import MovieProtocol
import Testing

/// What the daemon says of the catalogue in words.
@Suite struct StateMessagesTests {
  private func words(_ change: (inout CatalogueStatus) -> Void) -> String {
    var status = CatalogueStatus(titles: 9, isOpen: true)
    change(&status)
    return status.message.english
  }

  @Test(
    arguments: [
      (nil, "; the next weekly update is at 2026-11-30T10:12:00Z"),
      (.metered, "; the connection is metered, the weekly update is tried again at 2026-11-30T10:12:00Z"),
      (.battery, "; the machine runs on battery, the weekly update is tried again at 2026-11-30T10:12:00Z"),
      (.offline, "; TMDB was not reached, the weekly update is tried again at 2026-11-30T10:12:00Z"),
      (.failed, "; the weekly update failed and is tried again at 2026-11-30T10:12:00Z"),
    ] as [(CatalogueStatus.UpdateReason?, String)])
  func next_update_is_told(_ reason: CatalogueStatus.UpdateReason?, _ end: String) {
    #expect(
      words {
        ($0.nextUpdateAt, $0.updateReason) = (Timestamp("2026-11-30T10:12:00Z"), reason)
      } == "9 titles\(end)")
  }

  @Test func state_and_origin_are_told() {
    #expect(CatalogueStatus().message.english == "the catalogue is being opened")
    #expect(
      words { ($0.asOf, $0.exportDay, $0.state, $0.percent) = ("2026-07-29", "2026-11-20", .fetching, 42) }
        == "9 titles, as of 2026-07-29, with TMDB's export of 2026-11-20; an update is being fetched (42%)")
    #expect(words { $0.state = .importing } == "9 titles; an import is in progress (0%)")
    #expect(words { $0.importsLost = true } == "9 titles; the titles that you imported are lost")
  }
}
