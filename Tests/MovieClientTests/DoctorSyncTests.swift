import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct DoctorSyncTests {
  private func findings(_ sync: String) throws -> [Finding] {
    SyncCheck.findings(JSONView<DaemonStatus>(try JSONValue(parsing: #"{"sync":\#(sync)}"#)))
  }

  @Test func without_a_folder_there_is_nothing_to_say() throws {
    #expect(try findings("null").isEmpty)
    #expect(SyncCheck.findings(JSONView<DaemonStatus>(.object([]))).isEmpty)
  }

  @Test func folder_in_use_names_the_other_machines() throws {
    let all = try findings(
      #"{"folder":"/s","state":"ok","files":[{"name":"a","device":"1","device_name":"tower","state":"ok"},"#
        + #"{"name":"b","device":"2","device_name":"laptop","state":"ok"},{"name":"c","device":"1","#
        + #""device_name":"tower","state":"ok"}]}"#)
    #expect(all == [Finding("sync", .ok, "/s; shared with laptop, tower")])
    let alone = try findings(#"{"folder":"/s","state":"ok","files":[]}"#)
    #expect(alone.first?.message == "/s; no other machine has written there yet")
  }

  @Test func machine_that_the_passphrase_does_not_fit_is_named() throws {
    let sync =
      #"{"folder":"/s","state":"ok","encrypted":true,"files":[{"name":"a","device":"1","device_name":"tower","#
      + #""state":"ok"},{"name":"b","device":"2","device_name":"laptop","state":"other_passphrase"}]}"#
    let all = try findings(sync)
    #expect(all.first == Finding("sync", .ok, "/s, encrypted; shared with tower; not read: laptop"))
    #expect(all.last?.message == "b (laptop) is encrypted with another passphrase, so it is not read")
    let view = JSONView<SyncStatus>(try JSONValue(parsing: sync))
    #expect(SyncCheck.summary(view).hasSuffix("not read: laptop (movierpc doctor says why)"))
  }

  @Test(arguments: SyncStatus.State.allCases) func state_is_told(_ state: SyncStatus.State) throws {
    let finding = try #require(
      findings(#"{"folder":"/s p","state":"\#(state.rawValue)","message":"why","files":[]}"#).first)
    #expect((finding.hint == nil) == (state == .ok || state == .starting))
    #expect(finding.message.hasPrefix("/s p"))
    if state == .away { #expect(finding.hint?.contains("mkdir -p '/s p'") == true) }
  }

  @Test func folder_that_was_not_looked_at_yet_is_not_good() throws {
    let finding = try findings(#"{"folder":"/s","state":"starting","files":[]}"#).first
    #expect(finding == Finding("sync", .note, "/s: not read yet"))
  }

  @Test(arguments: SyncFileStatus.State.allCases) func file_is_told(_ state: SyncFileStatus.State) throws {
    let all = try findings(
      #"{"folder":"/s","state":"ok","files":[{"name":"x.jsonl","device":null,"device_name":null,"#
        + #""state":"\#(state.rawValue)"}]}"#)
    #expect(all.count == (state == .ok ? 1 : 2))
    #expect(all.dropFirst().allSatisfy { $0.message.hasPrefix("x.jsonl") && $0.hint != nil })
  }
}
