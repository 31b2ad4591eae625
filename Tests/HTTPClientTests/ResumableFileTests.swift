import EventLoop
import TestSupport
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(20))) @LoopActor struct ResumableFileTests {
  @Test func full_sink_has_the_transfer_wait_for_the_disk() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    let sink = try await ResumableFile.open(path, resume: true, HTTPRequest("https://host/"), host: "host")
    let head = head(["HTTP/1.1 200 OK"])
    try sink.begin(head)
    let chunk = [UInt8](repeating: 65, count: 100_000)
    // The loop does not turn meanwhile, so nothing is written.
    var count = 0
    while count < 100, case .taken = try take(chunk, sink) { count += 1 }
    #expect(count == 10)
    #expect(try await sink.finish(head))
    #expect(Bytes.read(path) == [UInt8](repeating: 65, count: 1_000_000))
  }

  @Test func body_shorter_than_announced_makes_no_file() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    let sink = try await ResumableFile.open(path, resume: true, HTTPRequest("https://host/"), host: "host")
    let head = head(["HTTP/1.1 200 OK", "ETag: \"1\"", "Content-Length: 5"])
    try sink.begin(head)
    _ = try take([1, 2, 3], sink)
    let error = await #expect(throws: HTTPError.self) { try await sink.finish(head) }
    #expect(error?.kind == .reset)
    await sink.leave(after: error?.kind)
    #expect(Bytes.read(path) == nil)
    #expect(Bytes.read(path + ".part") == [1, 2, 3])
    #expect(Bytes.read(path + ".part.tag") == Array("\"1\"".utf8))
  }

  @Test(
    arguments: [
      (["ETag: \"1\"", "Last-Modified: x"], "\"1\""), (["ETag: W/\"1\"", "Last-Modified: x"], "x"),
      (["ETag: W/\"1\""], nil), ([], nil),
    ] as [([String], String?)])
  func part_without_a_strong_tag_is_not_kept(_ lines: [String], _ tag: String?) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    let sink = try await ResumableFile.open(path, resume: true, HTTPRequest("https://host/"), host: "host")
    try sink.begin(head(["HTTP/1.1 200 OK"] + lines))
    _ = try take([1, 2, 3], sink)
    await sink.leave(after: .reset)
    #expect(Bytes.read(path + ".part") == (tag == nil ? nil : [1, 2, 3]))
    #expect(Bytes.read(path + ".part.tag") == tag.map { Array($0.utf8) })
  }

  private func take(_ bytes: [UInt8], _ sink: ResumableFile) throws -> BodySinkAnswer {
    try bytes.withUnsafeBytes { try sink.write($0) }
  }

  private func head(_ lines: [String]) -> ResponseHead {
    var head = ResponseHead()
    for line in lines + [""] { _ = head.receive(line + "\r\n") }
    return head
  }
}
