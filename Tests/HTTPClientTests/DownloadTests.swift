import EventLoop
import Glibc
import HTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) @LoopActor struct DownloadTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/file" }

  init() throws { folder = try TemporaryFolder() }

  @Test func file_appears_when_it_is_whole() async throws {
    let bytes = pattern(5_000_000)
    let server = try RawServer(serving: bytes, headers: ["ETag: \"1\""])
    let told = Noted<[Int64?]>()
    try await withClient { client in
      var request = download(server.url())
      request.onProgress = { told.note([$0, $1]) }
      let response = try await client.send(request)
      #expect(response.status == 200)
      #expect(response.body.isEmpty)
    }
    #expect(Bytes.read(path) == bytes)
    #expect(names == ["file"])
    #expect(told.all.last == [5_000_000, 5_000_000])
  }

  @Test func file_without_bytes_is_a_file() async throws {
    let server = try RawServer(serving: [])
    try Bytes.write([1, 2, 3], to: path)
    try await withClient { client in _ = try await client.send(download(server.url())) }
    #expect(Bytes.read(path) == [])
    #expect(names == ["file"])
  }

  @Test func packed_file_stays_packed() async throws {
    let packed = try await Gzip.pack(Array("text".utf8))
    let requests = Noted<String>()
    let server = try RawServer { peer in
      while let request = peer.request() {
        requests.note(request)
        peer.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(packed.count)\r\n\r\n".utf8) + packed)
      }
    }
    try await withClient { client in _ = try await client.send(download(server.url())) }
    #expect(Bytes.read(path) == packed)
    #expect(requests.all.first?.contains("gzip") == false)
  }

  @Test(arguments: [404, 500]) func other_answer_makes_no_file(_ status: Int) async throws {
    let server = try RawServer(answering: { _ in answer(status, "why") })
    try await withClient { client in
      let response = try await client.send(download(server.url()))
      #expect(response.status == status)
      #expect(String(decoding: response.body, as: UTF8.self) == "why")
    }
    #expect(names.isEmpty)
  }

  @Test func broken_download_goes_on_where_it_was() async throws {
    let bytes = pattern(200_000)
    let server = try PartServer(bytes, tag: "\"1\"", firstCut: 120_000)
    try await withClient { client in
      #expect(await failure(of: download(server.url()), client)?.kind == .reset)
      #expect(names == ["file.part", "file.part.tag"])
      let told = Noted<[Int64?]>()
      var request = download(server.url())
      request.onProgress = { told.note([$0, $1]) }
      let response = try await client.send(request)
      #expect(response.status == 206)
      #expect(told.all.last == [200_000, 200_000])
    }
    #expect(Bytes.read(path) == bytes)
    #expect(names == ["file"])
    #expect(server.requests.all.last?.contains("Range: bytes=120000-") == true)
    #expect(server.requests.all.last?.contains("If-Range: \"1\"") == true)
  }

  @Test func file_that_changed_meanwhile_starts_anew() async throws {
    try leavePart(pattern(500), tag: "\"old\"")
    let bytes = pattern(1000).map { ~$0 }
    let server = try PartServer(bytes, tag: "\"new\"")
    try await withClient { client in
      let status = try await client.send(download(server.url())).status
      #expect(status == 200)
    }
    #expect(Bytes.read(path) == bytes)
  }

  @Test func server_that_ignores_ranges_starts_anew() async throws {
    let bytes = pattern(1000)
    try leavePart(pattern(2000), tag: "\"1\"")
    let server = try RawServer(serving: bytes)
    try await withClient { client in _ = try await client.send(download(server.url())) }
    #expect(Bytes.read(path) == bytes)
  }

  @Test func server_that_sends_another_part_is_asked_for_all() async throws {
    let bytes = pattern(1000)
    try leavePart(Array(bytes.prefix(500)), tag: "\"1\"")
    let server = try RawServer(answering: { request in
      request.contains("Range: ")
        ? "HTTP/1.1 206 Partial\r\nContent-Range: bytes 400-999/1000\r\nContent-Length: 600\r\n\r\n"
          + String(repeating: "x", count: 600)
        : answer(200, "all of it")
    })
    try await withClient { client in
      let status = try await client.send(download(server.url())).status
      #expect(status == 200)
    }
    #expect(Bytes.read(path) == Array("all of it".utf8))
  }

  /// What a server answers when it is asked for all of it, after another part than was asked for.
  @Test(arguments: [(503, "busy"), (503, ""), (404, ""), (416, ""), (204, "")])
  func answer_that_is_no_file_finishes_none(_ status: Int, _ body: String) async throws {
    let part = pattern(500)
    try leavePart(part, tag: "\"1\"")
    let server = try RawServer(answering: { request in
      request.contains("Range: ")
        ? answer(206, "x", headers: ["Content-Range: bytes 400-400/1000"]) : answer(status, body)
    })
    try await withClient { client in
      let response = try await client.send(download(server.url()))
      #expect(response.status == status && !response.isFile)
    }
    #expect(Bytes.read(path) == nil, "what was there is not the file")
    #expect(Bytes.read(path + ".part") == part)
  }

  @Test func empty_file_after_another_part_is_empty() async throws {
    try leavePart(pattern(500), tag: "\"1\"")
    let server = try RawServer(answering: { request in
      request.contains("Range: ")
        ? answer(206, "x", headers: ["Content-Range: bytes 400-400/1000"]) : answer(200)
    })
    try await withClient { client in
      let response = try await client.send(download(server.url()))
      #expect(response.status == 200 && response.isFile)
    }
    #expect(Bytes.read(path) == [] && names == ["file"])
  }

  /// The server says where the rest begins and not where it ends: it may send less than all of it.
  @Test func rest_without_a_total_is_asked_for_as_a_whole() async throws {
    let bytes = pattern(1000)
    try leavePart(Array(bytes.prefix(500)), tag: "\"1\"")
    let server = try RawServer { peer in
      while let request = peer.request() {
        if request.contains("Range: ") {
          peer.send(answer(206, "only five", headers: ["Content-Range: bytes 500-508/*"]))
        } else {
          peer.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8) + bytes)
        }
      }
    }
    try await withClient { client in
      let status = try await client.send(download(server.url())).status
      #expect(status == 200)
    }
    #expect(Bytes.read(path) == bytes)
  }

  /// It is as long as what is there, and was of another length before.
  @Test func part_of_another_length_than_the_file_had_is_fetched_anew() async throws {
    let bytes = pattern(500)
    try leavePart(bytes.map { ~$0 }, tag: "\"1\"")
    let server = try PartServer(bytes, tag: "\"1\"")
    try await withClient { client in
      var request = download(server.url())
      request.expectedBytes = 900
      let status = try await client.send(request).status
      #expect(status == 200)
    }
    #expect(Bytes.read(path) == bytes)
  }

  @Test func range_refused_of_a_whole_file_is_only_a_status() async throws {
    let server = try RawServer(answering: { _ in answer(416, "no") })
    try await withClient { client in
      let response = try await client.send(download(server.url()))
      #expect(response.status == 416 && !response.isFile)
    }
    #expect(names.isEmpty)
  }

  @Test func part_that_was_whole_already_is_taken() async throws {
    let bytes = pattern(1000)
    try leavePart(bytes, tag: "\"1\"")
    let server = try PartServer(bytes, tag: "\"1\"")
    try await withClient { client in
      let status = try await client.send(download(server.url())).status
      #expect(status == 416)
    }
    #expect(Bytes.read(path) == bytes)
    #expect(names == ["file"])
  }

  @Test func part_that_is_too_long_is_fetched_anew() async throws {
    let bytes = pattern(1000)
    try leavePart(bytes + bytes, tag: "\"1\"")
    let server = try PartServer(bytes, tag: "\"1\"")
    try await withClient { client in
      let status = try await client.send(download(server.url())).status
      #expect(status == 200)
    }
    #expect(Bytes.read(path) == bytes)
  }

  @Test func file_of_another_length_starts_anew_whatever_its_tag_says() async throws {
    let bytes = pattern(1000)
    try leavePart(pattern(500).map { ~$0 }, tag: "\"1\"")
    let server = try PartServer(bytes, tag: "\"1\"")
    try await withClient { client in
      let begun = Noted<HTTPFileStart>()
      var request = download(server.url())
      request.expectedBytes = 999
      request.onBegin = { begun.note($0) }
      let status = try await client.send(request).status
      #expect(status == 200)
      #expect(begun.all.map(\.isRestart) == [true] && begun.all.map(\.offset) == [0])
      #expect(begun.all.first?.total == 1000)
    }
    #expect(Bytes.read(path) == bytes)
  }

  @Test func beginning_is_told_with_what_is_there() async throws {
    let bytes = pattern(1000)
    try leavePart(Array(bytes.prefix(500)), tag: "\"1\"")
    let server = try PartServer(bytes, tag: "\"1\"")
    try await withClient { client in
      let begun = Noted<HTTPFileStart>()
      var request = download(server.url())
      request.expectedBytes = 1000
      request.onBegin = { begun.note($0) }
      _ = try await client.send(request)
      #expect(begun.all.map(\.offset) == [500] && begun.all.map(\.isRestart) == [false])
    }
    #expect(Bytes.read(path) == bytes)
  }

  @Test func part_that_nobody_can_tell_apart_is_not_continued() async throws {
    let bytes = pattern(1000)
    try Bytes.write(pattern(500).map { ~$0 }, to: path + ".part")
    let server = try PartServer(bytes, tag: "\"1\"")
    try await withClient { client in _ = try await client.send(download(server.url())) }
    #expect(Bytes.read(path) == bytes)
    #expect(server.requests.all.first?.contains("Range") == false)
  }

  @Test func without_resume_all_is_fetched() async throws {
    let bytes = pattern(1000)
    try leavePart(Array(bytes.prefix(500)), tag: "\"1\"")
    let server = try PartServer(bytes, tag: "\"1\"")
    try await withClient { client in _ = try await client.send(download(server.url(), resume: false)) }
    #expect(Bytes.read(path) == bytes)
    #expect(server.requests.all.first?.contains("Range") == false)
  }

  @Test func cancelled_download_can_go_on() async throws {
    let bytes = pattern(300_000)
    let server = try PartServer(bytes, tag: "\"1\"", firstHang: 100_000)
    try await withClient { client in
      let arrived = Noted<Bool>()
      var request = download(server.url())
      request.onProgress = { got, _ in if got == 100_000 { arrived.note(true) } }
      let first = request
      let task = LoopTask.start { () -> (any Error)? in
        do {
          _ = try await client.send(first)
          return nil
        } catch { return error }
      }
      await arrived.until(count: 1)
      task.cancel()
      #expect(await task.value is CancellationError)
      #expect(Bytes.read(path + ".part") == Array(bytes.prefix(100_000)))
      let status = try await client.send(download(server.url())).status
      #expect(status == 206)
    }
    #expect(Bytes.read(path) == bytes)
  }

  @Test func two_downloads_do_not_write_one_file() async throws {
    let server = try PartServer(pattern(1000), tag: "\"1\"", firstHang: 10)
    try await withClient { client in
      let arrived = Noted<Bool>()
      var request = download(server.url())
      request.onProgress = { _, _ in arrived.note(true) }
      let first = request
      let task = LoopTask.start { _ = try? await client.send(first) }
      await arrived.until(count: 1)
      #expect(await failure(of: download(server.url()), client)?.kind == .file)
      task.cancel()
      await task.value
    }
  }

  @Test func file_larger_than_allowed_leaves_nothing() async throws {
    let server = try PartServer(pattern(2000), tag: "\"1\"")
    let silent = try RawServer { peer in
      _ = peer.request()
      peer.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\r\n")
      while peer.send([UInt8](repeating: 1, count: 65_536)) {}
    }
    try await withClient { client in
      for url in [server.url(), silent.url()] {
        var request = download(url)
        request.maxBytes = 1999
        #expect(await failure(of: request, client)?.kind == .tooLarge)
        #expect(names.isEmpty)
      }
    }
  }

  @Test func folder_that_is_missing_is_named() async throws {
    let server = try RawServer(serving: [1])
    try await withClient { client in
      var request = patient(server.url())
      request.destination = .file(folder.path + "/none/file", resume: true)
      let error = await failure(of: request, client)
      #expect(error?.kind == .file)
      #expect(error?.detail.contains(folder.path + "/none/file.part") == true)
    }
    #expect(server.connections.all.isEmpty)
  }

  @Test func link_in_place_of_the_part_is_not_followed() async throws {
    let server = try RawServer(serving: [1])
    let target = folder.path + "/target"
    try Bytes.write([7], to: target)
    symlink(target, path + ".part")
    try await withClient { client in
      #expect(await failure(of: download(server.url()), client)?.kind == .file)
    }
    #expect(Bytes.read(target) == [7])
  }

  @Test func file_that_need_not_last_is_whole_all_the_same() async throws {
    let server = try RawServer(serving: pattern(300_000))
    try await withClient { client in
      var request = download(server.url())
      request.isDurable = false
      let response = try? await client.send(request)
      #expect(response?.status == 200)
    }
    #expect(Bytes.read(path) == pattern(300_000) && names == ["file"])
  }

  @Test func full_disk_is_told() async throws {
    let server = try RawServer(serving: pattern(3_000_000))
    guard let small = SmallDisk(folder.path + "/disk") else {
      try Test.cancel("needs root, to mount a file system of 1 MiB")
    }
    try await withClient { client in
      var request = patient(server.url())
      request.destination = .file(small.path + "/file", resume: true)
      let error = await failure(of: request, client)
      #expect(error?.kind == .file)
      #expect(error?.detail.contains("No space left") == true)
    }
  }

  private func download(_ url: String, resume: Bool = true) -> HTTPRequest {
    var request = patient(url)
    request.destination = .file(path, resume: resume)
    request.maxBytes = 1 << 30
    return request
  }

  private func leavePart(_ bytes: [UInt8], tag: String) throws {
    try Bytes.write(bytes, to: path + ".part")
    try Bytes.write(Array(tag.utf8), to: path + ".part.tag")
  }

  private var names: [String] { ProcessFigures.names(in: folder.path).sorted() }
}
