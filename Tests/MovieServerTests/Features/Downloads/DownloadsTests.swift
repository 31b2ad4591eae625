import EventLoop
import Glibc
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct DownloadsTests {
  private let film = MediaFile(size: 3_000_000)

  private func files(_ server: InProcess, _ key: TitleKey = "movie/1") async -> [String] {
    let folder = await server.see { $0.downloads.folder.folder(key) }
    return ProcessFigures.names(in: folder).sorted()
  }

  @Test func title_is_kept_with_all_there_is_of_it() async throws {
    let media = try MediaServer { [film] in .usual($0, film) }
    let server = await InProcess.make(
      .downloads(pictures: media), titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    let asked = try client.download(1)["result"]
    #expect(asked?["title"] == "Film 1" && asked?.asset("detail")?["state"] == "done")
    let done = try await wait(server, for: 1, "done")
    #expect(done["tries"] == 1 && done["restarts"] == 0 && done["error"] == .null && done["rate"] == 0)
    #expect(done["bytes"] == done["total_bytes"])
    let preview = try #require(done.asset("preview")?["file"]?.stringValue)
    #expect(film.isSame(as: preview) && done.asset("preview")?["content_type"] == "video/mp4")
    #expect(done.asset("poster")?["content_type"] == "image/jpeg")
    #expect(await files(server) == ["backdrop", "poster", "preview"])
    #expect(try client.request("downloads.get", #"{"key":"movie/1"}"#)["result"] == done)
    let paths = media.requests.map(\.path)
    #expect(Set(paths) == ["/w342/p1.jpg", "/w780/b1.jpg", "/1.m4v"] && paths.count == 3)
    // The file is the best there is to play.
    let trailer = try client.request("trailer", #"{"key":"movie/1","types":["preview"]}"#)["result"]
    #expect(
      trailer?["best"]?["url"]?.stringValue == "file://" + preview && trailer?["best"]?["direct"] == true)
    #expect(
      try client.request("detail", #"{"key":"movie/1"}"#)["result"]?["user_state"]?["download"] == "done")

    #expect(try client.request("downloads.remove", #"{"key":"movie/1"}"#)["result"] == done)
    #expect(await files(server) == [])
    #expect(
      try client.request("detail", #"{"key":"movie/1"}"#)["result"]?["user_state"]?["download"] == "none")
    #expect(try client.request("downloads.get", #"{"key":"movie/1"}"#).kind == "not_found")
    #expect(try client.request("downloads.remove", #"{"key":"movie/1"}"#).kind == "not_found")
  }

  /// A damaged file, or another program, may have written any number.
  @Test(arguments: [Int.max, .min]) func stored_numbers_without_bounds_do_no_harm(_ number: Int) async throws
  {
    let library = Library(folder: nil)
    let detail = try #require(
      try await FilmTitles(previews: []).detail(.tmdb(.movie, 1), FetchOptions(day: "")))
    var stored = StoredDownload(
      key: "movie/1", title: "Film 1", mediaType: .movie, language: "en-US", region: "US",
      createdAt: Timestamp(seconds: Int64(number)),
      assets: [.init(.poster, source: "/p1.jpg"), .init(.backdrop), .init(.preview)])
    for index in stored.assets.indices {
      stored.assets[index].state = .failed
      stored.assets[index].bytes = Int64(number)
      stored.assets[index].totalBytes = Int64(number)
      stored.assets[index].tries = number
      stored.assets[index].restarts = number
      stored.assets[index].finishedAt = Timestamp(seconds: Int64(number))
    }
    try await library.save([stored], details: ["movie/1": detail.detail])
    let media = try MediaServer { [film] in .usual($0, film) }
    let server = await InProcess.make(
      .downloads(pictures: media), titles: FilmTitles(previews: [media.address]), library: library)
    let client = try await server.connect()
    #expect(try client.request("downloads", "{}")["result"] != nil)
    #expect(try client.request("downloads.get", #"{"key":"movie/1"}"#)["result"]?["state"] == "failed")
    // Its work goes on with them.
    #expect(try client.request("downloads.resume", #"{"key":"movie/1"}"#)["result"] != nil)
    _ = try await wait(server, for: 1, "done")
    #expect(try client.request("downloads", "{}")["result"]?.text().contains("movie/1") == true)
  }

  @Test func asking_again_is_one_download_and_adds_what_is_new() async throws {
    let media = try MediaServer { [film] in .usual($0, film) }
    let server = await InProcess.make(
      .downloads(pictures: media), titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    let first = try client.download(1, #""detail""#)["result"]
    #expect(first?["state"] == "done" && first?["assets"]?.arrayValue?.count == 1)
    _ = try client.download(1, #""poster""#)
    let second = try await wait(server, for: 1, "done")
    #expect(second["created_at"] == first?["created_at"])
    #expect(second["assets"]?.arrayValue?.compactMap { $0["kind"]?.stringValue } == ["detail", "poster"])
    // What is there is not fetched again, unless somebody has removed it.
    #expect(try client.download(1, #""poster""#)["result"]?["state"] == "done")
    unlink(second.asset("poster")?["file"]?.stringValue ?? "")
    #expect(try client.download(1, #""poster""#)["result"]?["state"] != "done")
    try await wait(server, for: 1, "done")
    #expect(media.requests.map(\.path) == ["/w342/p1.jpg", "/w342/p1.jpg"])
    #expect(try client.request("downloads")["result"]?["total_results"] == 1)
  }

  @Test func as_many_files_come_at_once_as_the_limits_allow() async throws {
    let media = try (0..<2).map { _ in
      try MediaServer { [film] _ in
        var answer = MediaServer.Answer(film)
        answer.hang = 10
        return answer
      }
    }
    let server = await InProcess.make(
      .downloads { ($0.downloadsAtOnce, $0.downloadsPerHost) = (16, 8) },
      titles: FilmTitles(previews: media.map(\.address)))
    let client = try await server.connect()
    for number in 1...16 { _ = try client.download(number, #""preview""#) }
    // None of them ends before.
    await server.until { _ in media.allSatisfy { $0.maxOpen == 8 } }
    #expect(media.map(\.maxOpen) == [8, 8])
    _ = try client.request("downloads.pause.all")
  }

  @Test func what_there_is_none_of_is_absent() async throws {
    let media = try MediaServer { [film] in .usual($0, film) }
    let server = await InProcess.make(.downloads(pictures: media), titles: FilmTitles(previews: []))
    let client = try await server.connect()
    _ = try client.download(1)
    let done = try await wait(server, for: 1, "done")
    #expect(done.asset("preview")?["state"] == "absent" && done.asset("preview")?["bytes"] == 0)
    #expect(done["error"] == .null && done["total_bytes"] == done["bytes"])
  }

  /// The connection breaks twenty times, the file changes once, and twice its length is a lie.
  @Test func file_is_whole_whatever_the_server_does() async throws {
    let (old, new) = (MediaFile(size: 20_000_000, number: 1), MediaFile(size: 20_000_000, number: 2))
    let media = try MediaServer { request in
      var answer = MediaServer.Answer(
        request.number <= 6 ? old : new, tag: request.number <= 6 ? "\"a\"" : "\"b\"")
      if request.number <= 20 { answer.cut = 1_200_000 }
      // More is announced than comes, then less than the part has, then another length of the whole.
      if request.number == 3 { answer.claimedLength = 30_000_000 }
      if request.number == 9 { answer.claimedLength = 100_000 }
      if request.number == 12 { answer.claimedTotal = 77_000_000 }
      return answer
    }
    let server = await InProcess.make(.downloads(), titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    _ = try client.download(1, #""preview""#)
    let done = try await wait(server, for: 1, "done", "failed")
    #expect(done["state"] == "done" && done["error"] == .null)
    #expect(new.isSame(as: done.asset("preview")?["file"]?.stringValue ?? ""))
    #expect((done["tries"]?.intValue ?? 0) >= 18 && (done["restarts"]?.intValue ?? 0) >= 1)
    #expect(media.requests.contains { $0.begin != nil && $0.headers["if-range"] == "\"b\"" })
    #expect(await files(server) == ["preview"])
  }

  @Test(
    arguments: [
      ("a page", "upstream_unavailable"), ("a page without saying so", "upstream_unavailable"),
      ("404", "not_found"), ("10 GB", "limit_exceeded"), ("500", "upstream_unavailable"),
      ("416", "upstream_unavailable"),
    ])
  func what_is_no_file_for_us_fails_with_its_kind(_ what: String, _ kind: String) async throws {
    let media = try MediaServer { [film] _ in
      var answer = MediaServer.Answer(film)
      switch what {
      case "a page":
        answer.body = Array("<html>Log in</html>".utf8)
        answer.contentType = "text/html; charset=utf-8"
      case "a page without saying so": answer.body = Array("<html>Log in</html>".utf8)
      case "404": answer.status = 404
      case "416": answer.status = 416
      case "10 GB": answer.claimedLength = 10_000_000_000
      default: answer.status = 500
      }
      return answer
    }
    let server = await InProcess.make(
      .downloads(pictures: media) { $0.downloadTries = 1 }, titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    _ = try client.download(1, #""poster","preview""#)
    let failed = try await wait(server, for: 1, "failed")
    #expect(failed["error"]?["kind"]?.stringValue == kind, "\(failed["error"]?.text() ?? "")")
    #expect(failed.asset("poster")?["state"] == "failed" && failed.asset("preview")?["state"] == "failed")
    #expect(failed.asset("detail")?["state"] == "done" && failed["finished_at"] != .null)
    #expect(await files(server) == [])
    #expect(try client.request("downloads", #"{"state":"failed"}"#)["result"]?["total_results"] == 1)
  }

  @Test func server_that_cannot_be_reached_is_waited_for() async throws {
    let media = try MediaServer(isReached: false) { [film] in .usual($0, film) }
    let server = await InProcess.make(
      .downloads(pictures: media) { $0.downloadTries = 1 }, titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    _ = try client.download(1, #""poster","preview""#)
    // Active while it is tried again.
    let waiting = try await follow(server) {
      $0.item("movie/1")?["error"]?["kind"] != nil && $0.item("movie/1")?["state"] != "active"
    }.item("movie/1")
    #expect(waiting?["state"] == "queued" && waiting?["error"]?["kind"] == "upstream_unavailable")
    #expect(waiting?["error"]?["message"]?.stringValue?.hasPrefix("no connection: 127.0.0.1") == true)
    // Another one asked for meanwhile waits with it.
    _ = try client.download(2, #""poster""#)
    try media.listen()
    await server.see { $0.downloads.networkIsBack() }
    #expect(try await wait(server, for: 1, "done", "failed")["state"] == "done")
    #expect(try await wait(server, for: 2, "done", "failed")["state"] == "done")
    #expect(await files(server) == ["poster", "preview"])
  }

  @Test func server_says_when_to_come_again() async throws {
    let media = try MediaServer { [film] _ in
      var answer = MediaServer.Answer(film)
      (answer.status, answer.headers) = (503, ["Retry-After: 3000"])
      return answer
    }
    let server = await InProcess.make(.downloads(), titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    _ = try client.download(1, #""preview""#)
    try await follow(server) { $0.item("movie/1")?["error"]?["kind"] != nil }
    let (wake, now) = await server.see { ($0.downloads.queue.wakeAt ?? .distantPast, EventLoop.now) }
    #expect(wake > now + .seconds(2900) && media.requests.count == 1)
  }

  /// What was deleted before the daemon ended, and is asked for again before its files are gone.
  @Test func left_over_deletion_takes_nothing_that_is_asked_for_anew() async throws {
    let media = try MediaServer { [film] in .usual($0, film) }
    let (folder, library) = (try TemporaryFolder(), Library(folder: nil))
    let server = await InProcess.make(.downloads(pictures: media), library: library)
    var deleted = StoredDownload(
      key: "movie/1", title: "Film", mediaType: .movie, language: "en-US", region: "US", createdAt: 1,
      assets: [StoredDownload.Asset(.poster, source: "/p1.jpg")])
    let wanted = deleted
    deleted.isDeleted = true
    try await library.save([deleted], details: [:])
    let place = DownloadFolder(path: folder.path)
    try place.make("movie/1")
    try TemporaryFolder.write("old", to: place.file("movie/1", .poster))
    let row = deleted
    let end = await Self.addAtOnce(row, wanted, server, folder)
    await end()
    let rows = try await library.load().downloads
    #expect(rows.map(\.key) == ["movie/1"] && rows.first?.isDeleted == false)
    #expect(access(place.file("movie/1", .poster), F_OK) != 0)
  }

  @LoopActor private static func addAtOnce(
    _ deleted: StoredDownload, _ wanted: StoredDownload, _ server: InProcess, _ folder: TemporaryFolder
  ) async -> @LoopActor () async -> Void {
    let downloads = Downloads(
      folder: folder.path, states: DownloadStateMap(), titles: FilmTitles(previews: []), images: nil,
      library: server.server.profiles.library, environment: [:], logger: server.server.logger)
    var setup = Downloads.Setup()
    setup.limits.downloadsAtOnce = 0
    downloads.use(setup)
    downloads.load([deleted])
    let found = FoundDetail(
      detail: TitleDetail(.named("Film", .tmdb(.movie, 1))), meta: FoundTitles.nothing.meta)
    _ = try? await downloads.add(wanted, found)
    return { await downloads.end() }
  }

  @Test func disk_without_room_is_told_before_anything_is_fetched() async throws {
    let media = try MediaServer { [film] in .usual($0, film) }
    let server = await InProcess.make(.downloads(), titles: FilmTitles(previews: [media.address]))
    await server.see { $0.downloads.reserve = .max / 2 }
    let client = try await server.connect()
    _ = try client.download(1, #""preview""#)
    let failed = try await wait(server, for: 1, "failed")
    #expect(failed["error"]?["kind"] == "storage_error" && media.requests.isEmpty)
    // There is room again.
    await server.see { $0.downloads.reserve = 0 }
    #expect(
      try client.request("downloads.resume", #"{"key":"movie/1"}"#)["result"]?["error"]
        == failed["error"])
    #expect(try await wait(server, for: 1, "done")["error"] == .null)
  }

  @Test func paused_download_goes_on_where_it_was() async throws {
    let media = try MediaServer { [film] request in
      var answer = MediaServer.Answer(film)
      if request.number == 1 { answer.hang = 1_000_000 }
      return answer
    }
    let server = await InProcess.make(.downloads(), titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    _ = try client.download(1, #""preview""#)
    try await follow(server) { ($0["bytes"]?.intValue ?? 0) > 1_000_000 }
    let other = try await server.connect()
    let paused = try other.request("downloads.pause", #"{"key":"movie/1"}"#)["result"]
    #expect(paused?["key"] == "movie/1" && paused?["state"] == "paused" && paused?["rate"] == 0)
    try await wait(server, for: 1, "paused")
    #expect(await server.until { $0.downloads.queue.isIdle })
    #expect(await files(server) == ["preview.part", "preview.part.tag"])
    let part = await server.see {
      DownloadFolder.size($0.downloads.folder.file("movie/1", .preview) + ".part").map { Int($0) }
    }
    #expect(part ?? 0 >= 1_000_000)
    #expect(try other.request("downloads.pause.all")["result"]?["results"]?[0]?["state"] == "paused")
    _ = try other.request("downloads.resume.all")
    let done = try await wait(server, for: 1, "done")
    #expect(film.isSame(as: done.asset("preview")?["file"]?.stringValue ?? ""))
    #expect(media.requests.map(\.begin) == [nil, part])
  }

  @Test func deleting_stops_what_is_under_way() async throws {
    let media = try MediaServer { [film] _ in
      var answer = MediaServer.Answer(film)
      answer.hang = 1_000_000
      return answer
    }
    let server = await InProcess.make(.downloads(), titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    _ = try client.download(1, #""preview""#)
    try await follow(server) { ($0["bytes"]?.intValue ?? 0) > 1_000_000 }
    let other = try await server.connect()
    #expect(try other.request("downloads.remove", #"{"key":"movie/1"}"#)["result"]?["state"] == "active")
    #expect(await files(server) == [])
    #expect(await server.see { $0.downloads.queue.isIdle && $0.downloads.queue.isEmpty })
    #expect(try await follow(server) { $0["active"] == 0 }["items"]?.arrayValue == [])
  }

  @Test(arguments: [nil, 1_000_000] as [Int?])
  func reply_to_a_deletion_comes_before_its_event(_ hang: Int?) async throws {
    let media = try MediaServer { [film] _ in
      var answer = MediaServer.Answer(film)
      answer.hang = hang
      return answer
    }
    let server = await InProcess.make(.downloads(), titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    _ = try client.download(1, #""preview""#)
    try await wait(server, for: 1, hang == nil ? "done" : "active")
    #expect(try client.followDownloads().item("movie/1") != nil)
    try client.send(Ask.method(7, "downloads.remove", #"{"key":"movie/1"}"#))
    var message = try client.reply()
    while message.id != 7 {
      // It is told how it is until then.
      #expect(message["params"]?["data"]?.item("movie/1") != nil)
      message = try client.reply()
    }
    #expect(message["result"]?["key"] == "movie/1")
    try client.follow { $0["items"]?.arrayValue == [] }
    #expect(await files(server) == [])
  }

  @Test func progress_renews_no_results_and_a_state_does() async throws {
    let media = try MediaServer { [film] in
      var answer = MediaServer.Answer.usual($0, film)
      answer.hang = 2_000_000
      return answer
    }
    let server = await InProcess.make(.downloads(), titles: FilmTitles(previews: [media.address]))
    let client = try await server.connect()
    let before = await server.see { $0.profiles.initial.generation }
    _ = try client.download(1, #""preview""#)
    try await wait(server, for: 1, "active")
    let active = await server.see { $0.profiles.initial.generation }
    #expect(active != before)
    try await follow(server) { ($0["bytes"]?.intValue ?? 0) > 2_000_000 }
    #expect(await server.see { $0.profiles.initial.generation } == active)
    _ = try (try await server.connect()).request("downloads.pause.all")
    #expect(await server.see { $0.profiles.initial.generation } != active)
  }

  /// Fifty by five clients at once, some the same, from four servers.
  @Test func many_at_once_keep_order_limits_and_events() async throws {
    let small = MediaFile(size: 200_000)
    let media = try (0..<4).map { _ in try MediaServer { .usual($0, small) } }
    let server = await InProcess.make(.downloads(), titles: FilmTitles(previews: media.map(\.address)))
    let follower = try await server.connect()
    _ = try follower.followDownloads()
    var clients: [LineClient] = []
    for _ in 0..<5 { clients.append(try await server.connect()) }
    for turn in 0..<10 {
      for (place, client) in clients.enumerated() {
        // Of each ten, every client has two that others have too.
        let number = turn < 8 ? 100 + turn * 5 + place : 100 + turn
        try client.send(
          #"{"jsonrpc":"2.0","id":\#(turn),"method":"downloads.add","params":{"key":"movie/\#(number)","assets":["preview"]}}"#
        )
      }
    }
    for client in clients {
      for turn in 0..<10 {
        let reply = try client.reply()
        #expect(reply.id == turn && reply["result"] != nil)
      }
    }
    var states: [String: [String]] = [:]
    let last = try follower.follow { data in
      for item in data["items"]?.arrayValue ?? [] {
        let (key, state) = (item["key"]?.stringValue ?? "", item["state"]?.stringValue ?? "")
        if states[key]?.last != state { states[key, default: []].append(state) }
      }
      let counts = ["queued", "active", "done"].map { data[$0]?.intValue ?? 0 }
      #expect(counts[1] <= 3)
      return counts == [0, 0, 40]
    }
    let list = try follower.request("downloads")["result"]?["results"]?.arrayValue ?? []
    // The topic has no assets.
    let summaries = list.map { row in
      JSONValue.object((row.objectValue ?? []).filter { $0.name != "assets" })
    }
    #expect(.array(summaries) == last["items"])
    #expect(media.allSatisfy { $0.sentTwice.isEmpty && $0.maxOpen <= 1 })
    // Each once, and of each server in the order in which they are listed.
    for server in media {
      let paths = server.requests.map(\.path)
      #expect(Set(paths).count == paths.count && paths.count == 10)
    }
    // None goes back once it is done.
    #expect(
      states.values.allSatisfy {
        !$0.contains("failed") && ($0.firstIndex(of: "done") ?? $0.count - 1) == $0.count - 1
      })
    let order = await server.see { $0.downloads.queue.order }
    for (index, one) in media.enumerated() {
      let asked = one.requests.map { String($0.path.dropFirst().dropLast(4)) }
      let queued = order.compactMap { Int($0.text.dropFirst(6)) }.filter { $0 % 4 == index }.map { "\($0)" }
      #expect(asked == queued)
    }
  }
}
