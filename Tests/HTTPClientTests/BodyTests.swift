import EventLoop
import HTTPClient
import TestSupport
import Testing

/// Bodies as servers send them, whatever they say about it.
@Suite(.timeLimit(.minutes(20))) @LoopActor struct BodyTests {
  @Test(arguments: [[], ["Content-Encoding: gzip"], ["Content-Encoding: identity"]])
  func packed_body_is_unpacked_whatever_is_said(_ headers: [String]) async throws {
    let text = String(repeating: "{\"page\":1} ", count: 20_000)
    let packed = try await Gzip.pack(Array(text.utf8))
    let server = try RawServer(serving: packed, headers: headers)
    try await withClient { client in
      let response = try await client.send(patient(server.url()))
      #expect(response.body == Array(text.utf8))
    }
  }

  @Test func large_packed_body_is_unpacked() async throws {
    // Does not pack well, so that it is unpacked off the loop.
    let bytes = pattern(600_000)
    let server = try RawServer(serving: try await Gzip.pack(bytes), headers: ["Content-Encoding: gzip"])
    try await withClient { client in
      let response = try await client.send(patient(server.url()))
      #expect(response.body == bytes)
    }
  }

  @Test func plain_body_that_is_said_to_be_packed_is_left() async throws {
    let server = try RawServer(serving: Array("{}".utf8), headers: ["Content-Encoding: gzip"])
    try await withClient { client in
      let response = try await client.send(patient(server.url()))
      #expect(response.body == Array("{}".utf8))
    }
  }

  @Test func packed_pieces_are_joined_and_padding_is_left_out() async throws {
    let pieces = try await Gzip.pack(Array("ab".utf8)) + Gzip.pack(Array("cd".utf8)) + [0, 0, 0]
    let server = try RawServer(serving: pieces)
    try await withClient { client in
      let response = try await client.send(patient(server.url()))
      #expect(response.body == Array("abcd".utf8))
    }
  }

  @Test func packed_body_cut_short_is_refused() async throws {
    let packed = try await Gzip.pack(Array(repeating: 65, count: 1000))
    for count in [2, 3, 10, packed.count - 1] {
      let server = try RawServer(serving: Array(packed.prefix(count)))
      try await withClient { client in
        #expect(await failure(of: patient(server.url()), client)?.kind == .reset, "\(count)")
      }
    }
  }

  @Test func damaged_packed_body_is_refused() async throws {
    var packed = try await Gzip.pack(pattern(10_000))
    packed[5000] ^= 0xff
    let server = try RawServer(serving: packed)
    try await withClient { client in
      #expect(await failure(of: patient(server.url()), client)?.kind == .other)
    }
  }

  /// The first is beyond our bound, the second beyond curl's own.
  @Test(arguments: [70_000, 200_000]) func long_header_is_told_as_one(_ length: Int) async throws {
    let server = try RawServer(answering: { _ in
      answer(200, "", headers: ["X-Long: " + String(repeating: "x", count: length)])
    })
    try await withClient { client in
      let error = await failure(of: patient(server.url()), client)
      #expect(error?.kind == .other)
      #expect(error?.detail == "the response headers are longer than 65536 bytes")
    }
  }

  @Test func bomb_ends_where_it_gets_too_large() async throws {
    let packed = try await Gzip.pack([UInt8](repeating: 0, count: 20_000_000))
    #expect(packed.count < 100_000)
    let server = try RawServer(serving: packed)
    try await withClient { client in
      #expect(await failure(of: patient(server.url()), client)?.kind == .tooLarge)
    }
  }

  @Test func unpacked_size_may_be_just_the_bound() async throws {
    let bytes = pattern(50_000)
    let server = try RawServer(serving: try await Gzip.pack(bytes))
    try await withClient { client in
      var request = patient(server.url())
      request.maxBytes = 60_000
      let count = try await client.send(request).body.count
      #expect(count == 50_000)
      request.maxBytes = 50_000
      let kind = await failure(of: request, client)?.kind
      // Packed, it is a little larger.
      #expect(kind == .tooLarge)
    }
  }

  @Test func body_announced_too_large_is_not_read() async throws {
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nabc")
      peer.waitForEnd()
    }
    try await withClient { client in
      #expect(await failure(of: patient(server.url()), client)?.kind == .tooLarge)
    }
  }

  @Test func endless_body_ends_at_the_bound() async throws {
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send("HTTP/1.1 200 OK\r\n\r\n")
      let chunk = [UInt8](repeating: 65, count: 65_536)
      while peer.send(chunk) {}
    }
    try await withClient { client in
      var request = patient(server.url())
      request.maxBytes = 1_000_000
      #expect(await failure(of: request, client)?.kind == .tooLarge)
    }
  }

  @Test func endless_headers_are_refused() async throws {
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send("HTTP/1.1 200 OK\r\n")
      while peer.send("X-More: " + String(repeating: "y", count: 1000) + "\r\n") {}
    }
    try await withClient { client in
      #expect(await failure(of: patient(server.url()), client)?.kind == .other)
    }
  }

  @Test func body_cut_short_is_an_error() async throws {
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
    }
    try await withClient { client in
      #expect(await failure(of: patient(server.url()), client)?.kind == .reset)
    }
  }

  @Test func chunked_body_cut_short_is_an_error() async throws {
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
    }
    try await withClient { client in
      #expect(await failure(of: patient(server.url()), client)?.kind == .reset)
    }
  }

  @Test func reset_before_and_in_the_answer_is_an_error() async throws {
    for text in ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"] {
      let server = try RawServer { peer in
        _ = peer.request()
        peer.send(text)
        peer.reset()
      }
      try await withClient { client in
        #expect(await failure(of: patient(server.url()), client)?.kind == .reset)
      }
    }
  }

  @Test(arguments: ["SSH-2.0-OpenSSH\r\n", "HTTP/9 200\r\n\r\n", "\u{0}\u{1}\u{2}\u{3}\r\n\r\n"])
  func what_is_no_http_is_an_error(_ text: String) async throws {
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send(text)
    }
    try await withClient { client in
      #expect(await failure(of: patient(server.url()), client)?.kind == .other)
    }
  }

  @Test func progress_tells_what_is_there() async throws {
    let server = try RawServer(serving: pattern(300_000))
    let told = Noted<[Int64?]>()
    try await withClient { client in
      var request = patient(server.url())
      request.onProgress = { told.note([$0, $1]) }
      _ = try await client.send(request)
    }
    #expect(told.all.last == [300_000, 300_000])
    let counts = told.all.compactMap { $0[0] }
    #expect(counts == counts.sorted())
  }
}
