import EventLoop
import Glibc
import JSONRPC
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// What followers see of a library that cannot be read: not an empty one.
@Suite(.timeLimit(.minutes(20))) struct UnreadableLibraryTests {
  private let folder: TemporaryFolder
  private var file: String { folder.path + "/library.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
    try TemporaryFolder.write(String(repeating: "garbage ", count: 100), to: file)
  }

  @Test(arguments: ["library", "searches", "downloads", "releases", "browse:downloaded"])
  func topic_is_an_error_as_its_method_is(_ topic: String) async throws {
    let server = await InProcess.make(library: Library(folder: folder.path))
    let client = try await server.connect()
    let method =
      switch topic {
      case "library": Ask.method(1, "watchlist")
      case "downloads": Ask.method(1, "downloads")
      case "browse:downloaded": Ask.method(1, "browse", #"{"list":"downloaded"}"#)
      default: Ask.method(1, topic)
      }
    #expect(try client.call(method).kind == "storage_error")
    let error = try client.call(Ask.subscribe(2, topic))
    #expect(error.kind == "storage_error" && error["error"]?["data"]?["topic"]?.stringValue == topic)
    // What does not need it is told.
    let both = try client.call(Ask.subscribe(3, topic, "settings", "server"))["result"]
    #expect(both?["topics"]?.objectValue?.map(\.name) == ["settings", "server"])
    #expect(both?["errors"]?[topic]?["data"]?["kind"] == "storage_error")
    // It can be read now, and the topic is told without anybody asking.
    unlink(file)
    while let event = ReceivedEvent(try client.reply()), event.topic != topic {}
    #expect(await server.see { $0.profiles.library.isLoaded })
  }

  @Test func home_has_the_error_in_its_row_and_is_made_again() async throws {
    let server = await InProcess.make(library: Library(folder: folder.path))
    let client = try await server.connect()
    let question = Ask.method(1, "home", #"{"rows":["downloaded","popular"]}"#)
    let rows = try client.call(question)["result"]?["rows"]
    #expect(rows?[0]?["error"]?["kind"] == "storage_error" && rows?[1]?["error"]?.isNull == true)
    unlink(file)
    #expect(try client.call(question)["result"]?["rows"]?[0]?["list"] == "popular")
  }
}
