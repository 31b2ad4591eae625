import JSONRPC
import MovieProtocol
import Testing

@testable import MovieServer

struct SyncChecksTests {
  private func file(
    _ name: String, _ device: String?, _ machine: String?, _ state: SyncFileStatus.State = .ok
  ) -> SyncFileStatus {
    var file = SyncFileStatus(name: name, state: state)
    (file.device, file.deviceName) = (device, machine)
    return file
  }

  private func findings(
    _ state: SyncStatus.State = .ok, in folder: String = "/s", isEncrypted: Bool = false,
    with files: [SyncFileStatus] = []
  ) -> [DoctorFinding] {
    var status = SyncStatus(folder: folder)
    (status.state, status.isEncrypted, status.files) = (state, isEncrypted, files)
    if ![.ok, .starting, .away].contains(state) { status.message = .words("why") }
    return SyncChecks.findings(status)
  }

  @Test func folder_in_use_names_the_other_machines() {
    let all = findings(with: [file("a", "1", "tower"), file("b", "2", "laptop"), file("c", "1", "tower")])
    #expect(all.map(\.message.english) == ["/s; shared with laptop, tower"])
    #expect(findings().map(\.message.english) == ["/s; no other machine has written there yet"])
  }

  @Test func machine_that_the_passphrase_does_not_fit_is_named() {
    let all = findings(
      isEncrypted: true, with: [file("a", "1", "tower"), file("b", "2", "laptop", .otherPassphrase)])
    #expect(
      all.map(\.message.english) == [
        "/s, encrypted; shared with tower; not read: laptop",
        "b (laptop) is encrypted with another passphrase, so it is not read",
      ])
  }

  @Test(arguments: SyncStatus.State.allCases) func state_is_told(_ state: SyncStatus.State) {
    let finding = findings(state, in: "/s p")[0]
    #expect((finding.advice == nil) == (state == .ok || state == .starting))
    #expect(finding.message.english.hasPrefix("/s p"))
    #expect(finding.message.english.hasSuffix(": why") == (finding.message.arguments.last?.name == "reason"))
    if state == .away { #expect(finding.advice?.hint.english.contains("mkdir -p '/s p'") == true) }
  }

  @Test func folder_that_was_not_looked_at_yet_is_not_good() {
    #expect(findings(.starting) == [DoctorFinding("sync", .note, .syncUnread("/s"))])
  }

  @Test(arguments: SyncFileStatus.State.allCases) func file_is_told(_ state: SyncFileStatus.State) {
    let all = findings(with: [file("x.jsonl", nil, nil, state)])
    #expect(all.count == (state == .ok ? 1 : 2))
    #expect(all.dropFirst().allSatisfy { $0.message.english.hasPrefix("x.jsonl") && $0.advice != nil })
  }
}
