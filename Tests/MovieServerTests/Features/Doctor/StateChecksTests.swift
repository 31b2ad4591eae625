import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

struct StateChecksTests {
  private func store(
    _ state: SharedCacheStatus.State, _ reason: SharedCacheStatus.Reason? = nil, _ detail: String? = nil
  ) -> DoctorFinding {
    StateChecks.sharedCache(
      SharedCacheStatus(
        address: "redis://store:6379", state: state, reason: reason, detail: detail, hits: 7))
  }

  @Test func a_store_in_use_is_well() {
    #expect(
      store(.ok) == DoctorFinding("shared cache", .ok, .sharedUsed("redis://store:6379", 7)))
    #expect(store(.unused).state == .note)
  }

  @Test(
    arguments: [
      (.unreachable, "connection refused", "cannot be reached (connection refused)", "check the server"),
      (.tls, "hostname mismatch", "does not connect by TLS (hostname mismatch)", "TLS port and certificate"),
      (.timeout, nil, "does not answer in time", "check the server"),
      (.closed, nil, "closes the connection", "check the server"),
      (.protocolError, "a line", "answers unlike a Redis or Valkey server (a line)", "check the server"),
      (.refused, "OOM", "refuses commands (OOM)", "allkeys-lru"),
      (.refused, "WRONGPASS", "refuses commands (WRONGPASS)", "correct user and password"),
      (.refused, "LOADING", "refuses commands (LOADING)", "check the server"),
    ] as [(SharedCacheStatus.Reason, String?, String, String)])
  func a_store_that_is_down_is_a_warning_with_a_remedy(
    _ reason: SharedCacheStatus.Reason, _ detail: String?, _ words: String, _ remedy: String
  ) {
    let finding = store(.down, reason, detail)
    #expect(finding.state == .warning)
    #expect(finding.message.english == "redis://store:6379 \(words); the daemon works without it")
    #expect(finding.advice?.hint.english.contains(remedy) == true)
  }

  @Test func account_that_needs_its_person_is_told() {
    var status = AccountStatus()
    #expect(status.finding == nil)
    (status.username, status.state) = ("ann", .connected)
    #expect(status.finding == DoctorFinding("account", .ok, .words("ann")))
    (status.syncedAt, status.pendingChanges) = (Timestamp(seconds: 1_795_255_200), 2)
    #expect(
      status.finding?.message.english
        == "ann, last compared at 2026-11-21T10:00:00Z; changes not sent to TMDB yet: 2")
    status.error = Failure(.internalError, .internalError)
    let failed = status.finding
    #expect(failed?.state == .warning && failed?.advice?.remedy == .method("account.sync"))
    (status.error, status.question) = (nil, .first)
    let asked = status.finding
    #expect(asked?.state == .warning && asked?.message.english.contains("until you agree") == true)
    status.state = .revoked
    #expect(status.finding?.state == .problem)
    #expect(status.finding?.advice?.remedy == .method("account.connect"))
  }

  @Test func catalogue_that_lacks_titles_is_told() {
    var status = CatalogueStatus(titles: 9, asOf: "2026-07-29", isOpen: true)
    #expect(
      StateChecks.catalogue(status)
        == DoctorFinding("catalogue", .ok, .catalogueAsOf(9, "2026-07-29")))
    (status.nextUpdateAt, status.updateReason) = (Timestamp(seconds: 1_796_033_520), .failed)
    let failed = StateChecks.catalogue(status)
    #expect(failed.state == .warning && failed.advice?.remedy == .method("catalogue.update"))
    status.importsLost = true
    #expect(StateChecks.catalogue(status).message.english.contains("imported are lost"))
    let empty = CatalogueStatus(titles: 0, isOpen: true)
    #expect(StateChecks.catalogue(empty).advice?.hint == .embedCatalogue)
    #expect(StateChecks.catalogue(CatalogueStatus()).message == .catalogueOpening)
  }

  @Test func clock_that_is_behind_is_a_problem() {
    let finding = StateChecks.clock(behind: 180_000_000)
    #expect(finding.state == .problem && finding.message.english.contains("is 50 h behind"))
  }
}
