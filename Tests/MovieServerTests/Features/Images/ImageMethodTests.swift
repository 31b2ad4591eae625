import EventLoop
import FakeTMDB
import Glibc
import JSONRPC
import MovieProtocol
import MovieSources
import TestSupport
import Testing

@testable import MovieServer

/// `image` over real HTTP, from a server of pictures that may be a bad one.
@Suite(.timeLimit(.minutes(20))) struct ImageMethodTests {
  private let fake: FakeTMDB
  private let home: TemporaryFolder
  private var folder: String { home.path + "/images" }

  init() throws {
    fake = try FakeTMDB()
    home = try TemporaryFolder()
  }

  private func server(_ lines: [String] = [], folder: String? = nil) async throws -> InProcess {
    let configuration = try ConfigurationFile.parse(
      (fake.configuration + lines).joined(separator: "\n"), path: "config.toml")
    return await InProcess.make(
      configuration, environment: ["TMDB_API_KEY": FakeTMDB.key], imageFolder: folder ?? self.folder)
  }

  private var names: [String] { ProcessFigures.names(in: folder).sorted() }

  private func size(_ reply: JSONValue) -> [Int?] {
    [reply["result"]?["width"]?.intValue, reply["result"]?["height"]?.intValue]
  }

  @Test func a_title_has_a_poster_a_backdrop_and_a_logo() async throws {
    let client = try await server().connect()
    let poster = try client.ask("image", #"{"key":"movie/900001"}"#)
    #expect(size(poster) == [342, 513] && poster["result"]?["content_type"] == "image/jpeg")
    let file = try #require(poster["result"]?["file"]?.stringValue)
    #expect(file.hasPrefix(folder + "/w342-p900001-jpg."))
    #expect(TemporaryFile.bytes(file) == poster["result"]?["bytes"]?.intValue)
    #expect(poster["result"]?["meta"]?["cache"] == "miss")
    let again = try client.ask("image", #"{"key":"movie/900001"}"#)
    #expect(again["result"]?["file"]?.stringValue == file && again["result"]?["meta"]?["cache"] == "hit")
    #expect(size(try client.ask("image", #"{"key":"movie/900001","kind":"backdrop"}"#)) == [780, 438])
    #expect(
      size(try client.ask("image", #"{"key":"movie/900001","kind":"backdrop","size":"original"}"#)) == [
        2000, 1125,
      ])
    #expect(fake.count("/t/p/") == 3)
  }

  @Test func picture_of_a_listed_title_costs_no_detail() async throws {
    let client = try await server().connect()
    let listed = try client.ask("browse", #"{"list":"popular","media_type":"movie"}"#)["result"]?["results"]
    let titles = (listed?.arrayValue ?? []).filter {
      $0["poster_path"]?.stringValue != nil && $0["backdrop_path"]?.stringValue != nil
    }
    let keys = titles.compactMap { $0["key"]?.stringValue }
    #expect(keys.count > 5)
    fake.forget()
    for key in keys {
      #expect(size(try client.ask("image", #"{"key":"\#(key)"}"#)) == [342, 513])
      #expect(size(try client.ask("image", #"{"key":"\#(key)","kind":"backdrop"}"#)) == [780, 438])
    }
    #expect(fake.count("/t/p/") == 2 * keys.count && fake.count("/3/") == 0)
    // Whoever wants another language, or something newer, gets what the detail says.
    _ = try client.ask("image", #"{"key":"\#(keys[0])","language":"de"}"#)
    #expect(fake.count("/3/\(keys[0])") == 1)
  }

  @Test func picture_of_a_listed_title_that_has_another_one_is_found() async throws {
    let server = try await server()
    let client = try await server.connect()
    var title = Title.named("Film 900001", .tmdb(.movie, 900_001))
    title.posterPath = "/missing1.jpg"
    let old = title
    await server.see { $0.profiles.initial.pictures.record([old]) }
    #expect(size(try client.ask("image", #"{"key":"movie/900001"}"#)) == [342, 513])
    #expect(await server.see { $0.profiles.initial.pictures.path("movie/900001", .poster) } == nil)
  }

  @Test func listed_pictures_are_bounded() async {
    await LoopTask.start {
      let pictures = ListedPictures()
      for number in 1...5000 {
        var title = Title.named("x", .tmdb(.movie, number))
        title.posterPath = "/p\(number).jpg"
        pictures.record([title])
      }
      #expect(pictures.path("movie/5000", .poster)?.text == "/p5000.jpg")
      #expect((1...5000).count { pictures.path("movie/\($0)", .poster) != nil } <= 2048)
    }.value
  }

  @Test func a_batch_of_twenty_comes_at_once_and_for_many_clients_is_fetched_once() async throws {
    let server = try await server()
    let batch =
      "["
      + (1...20).map {
        Ask.method($0, "image", #"{"path":"/p\#($0).jpg","size":"w92"}"#)
      }.joined(separator: ",") + "]"
    let clients = try await (0..<5).concurrentLines(server)
    for client in clients { try client.send(batch) }
    for client in clients {
      let line = try #require(try client.line())
      let replies = try #require(try JSONValue(parsing: line).arrayValue)
      #expect(replies.count == 20 && replies.allSatisfy { size($0) == [92, 138] })
    }
    #expect(fake.count("/t/p/") == 20 && names.count == 20)
  }

  @Test func two_hundred_clients_who_want_the_same_are_one_request() async throws {
    let server = try await server()
    fake.set(imageFault: .slow(300))
    let clients = try await (0..<200).concurrentLines(server)
    for client in clients {
      try client.send(Ask.method(1, "image", #"{"path":"/p1.jpg"}"#))
    }
    var files: Set<String> = []
    for client in clients { files.insert(try client.reply()["result"]?["file"]?.stringValue ?? "none") }
    #expect(files.count == 1 && files.first?.hasPrefix(folder) == true)
    #expect(fake.count("/t/p/") == 1 && names.count == 1)
  }

  @Test(arguments: [
    (FakeFault.html, "upstream_unavailable"), (.svg, "upstream_unavailable"), (.huge, "upstream_unavailable"),
    (.endless, "upstream_unavailable"), (.cut, "upstream_unavailable"), (.reset, "upstream_unavailable"),
    (.status(503), "upstream_unavailable"), (.status(403), "upstream_unavailable"),
    (.status(404), "not_found"),
    (.status(429, retryAfter: 60), "rate_limited"),
  ])
  func what_goes_wrong_is_told_and_leaves_nothing(_ fault: FakeFault, _ kind: String) async throws {
    let client = try await server().connect()
    fake.set(imageFault: fault)
    #expect(try client.ask("image", #"{"path":"/p1.jpg"}"#).kind == kind)
    #expect(names == [])
  }

  @Test func status_tells_how_much_of_the_disk_they_take() async throws {
    let client = try await server().connect()
    for number in 1...3 { _ = try client.ask("image", #"{"path":"/p\#(number).jpg","size":"original"}"#) }
    let bytes = try #require(try imagesBytes(client))
    let sizes = names.compactMap { TemporaryFile.bytes(folder + "/" + $0) }
    #expect(sizes.count == 3 && bytes >= sizes.reduce(0, +) && bytes < 1 << 20)
    // Another daemon, of which nobody has wanted a picture.
    let other = try await server().connect()
    while try imagesBytes(other) != bytes { try Task.checkCancellation() }
  }

  private func imagesBytes(_ client: LineClient) throws -> Int? {
    try client.ask("status")["result"]?["cache"]?["images_bytes"]?.intValue
  }

  @Test func what_is_kept_is_there_without_a_network() async throws {
    let client = try await server().connect()
    let first = try client.ask("image", #"{"key":"tv/950001"}"#)
    fake.stop()
    let second = try client.ask("image", #"{"key":"tv/950001"}"#)
    #expect(second["result"]?["file"] == first["result"]?["file"])
    let anew = try client.ask("image", #"{"key":"tv/950001","max_age_ms":0}"#)
    #expect(anew["result"]?["file"] == first["result"]?["file"])
    #expect(anew["result"]?["meta"]?["offline"] == true)
    #expect(try client.ask("image", #"{"path":"/p7.jpg"}"#).kind == "upstream_unavailable")
  }

  @Test func url_of_itunes_is_fetched_as_it_is() async throws {
    let client = try await server().connect()
    let url = fake.address + "/t/p/w500/art.jpg"
    let reply = try client.ask("image", #"{"path":"\#(url)","size":"w92"}"#)
    #expect(size(reply) == [500, 750] && reply["result"]?["meta"]?["source"] == "itunes")
    #expect(names.first?.hasPrefix("url-") == true)
  }

  @Test func full_disk_is_told_and_nothing_is_kept() async throws {
    guard let disk = SmallDisk(home.path + "/disk") else {
      try Test.cancel("needs root, to mount a file system of 1 MiB")
    }
    let folder = disk.path + "/images"
    let client = try await server(folder: folder).connect()
    // A PNG of some 115 kB does not fit beside it, one of 2 kB does.
    try TemporaryFolder.write(String(repeating: "x", count: 1_000_000), to: disk.path + "/filler")
    let reply = try client.ask("image", #"{"path":"/p1.png","size":"w780"}"#)
    #expect(
      reply.kind == "storage_error"
        && reply["error"]?["message"]?.stringValue?.contains("No space") == true)
    #expect(ProcessFigures.names(in: folder) == [])
    #expect(size(try client.ask("image", #"{"path":"/p1.png","size":"w92"}"#)) == [92, 138])
  }
}

private enum TemporaryFile {
  static func bytes(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}

extension Range<Int> {
  fileprivate func concurrentLines(_ server: InProcess) async throws -> [LineClient] {
    var clients: [LineClient] = []
    for _ in self { clients.append(try await server.connect()) }
    return clients
  }
}
