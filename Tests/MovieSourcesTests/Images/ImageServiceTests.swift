import EventLoop
import FakeTMDB
import Glibc
import HTTPClient
import JSONRPC
import Logging
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct ImageServiceTests {
  /// A service on a prepared transport, with a clock that the test turns.
  @LoopActor
  final class Bench {
    let home: TemporaryFolder
    let transport: PreparedTransport
    let service: ImageService
    private let time: FetcherBench.Time

    var now: Timestamp {
      get { time.now }
      set { time.now = newValue }
    }

    init(
      maxBytes: Int = 1 << 20, shared: SharedCache = SharedCache(),
      _ answer: @escaping PreparedTransport.Answer
    ) throws {
      home = try TemporaryFolder()
      transport = PreparedTransport(answer)
      let time = FetcherBench.Time()
      time.now = .now
      self.time = time
      service = ImageService(
        transport: transport, folder: home.path + "/images", maxBytes: maxBytes,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, shared: shared
      ) { time.now }
      service.use(tmdbAddress: "https://images.example/t/p/", itunesAddress: "https://itunes.example")
    }

    func find(
      _ path: String = "/a.jpg", size: String = "w342", _ change: (inout FetchOptions) -> Void = { _ in }
    ) async throws -> FoundImage {
      var options = FetchOptions(day: "2026-11-21")
      change(&options)
      return try await service.find(try #require(ImagePath(path)), size: size, options)
    }

    func fault(_ path: String = "/a.jpg", _ change: (inout FetchOptions) -> Void = { _ in }) async
      -> RPCError?
    {
      do {
        _ = try await find(path, change)
        return nil
      } catch {
        return error as? RPCError
      }
    }

    var names: [String] { ProcessFigures.names(in: home.path + "/images").sorted() }
  }

  /// What an upstream that is well does.
  static func picture(_ bytes: [UInt8] = FakePicture.jpeg(342, 513)) -> PreparedTransport.Answer {
    { request in try write(bytes, request) }
  }

  @discardableResult
  private static func write(_ bytes: [UInt8], _ request: HTTPRequest) throws -> HTTPResponse {
    guard case .file(let path, resume: false) = request.destination else {
      throw Program.Fault(description: "not to a file")
    }
    try Files.write(bytes, to: path)
    return HTTPResponse(status: 200)
  }

  @Test func a_picture_is_fetched_once_and_then_kept() async throws {
    let bench = try Bench(Self.picture())
    let first = try await bench.find()
    #expect(first.meta.cache == .miss && first.meta.source == .tmdb && first.meta.attribution == ["TMDB"])
    #expect(first.width == 342 && first.height == 513 && first.contentType == "image/jpeg")
    #expect(first.file == "\(bench.home.path)/images/\(bench.names[0])" && bench.names.count == 1)
    bench.now += .milliseconds(5000)
    let second = try await bench.find()
    #expect(
      second.file == first.file && second.meta.cache == .hit && second.meta.fetchedAt == first.meta.fetchedAt)
    #expect(bench.transport.requests.map(\.url) == ["https://images.example/t/p/w342/a.jpg"])
    _ = try await bench.find(size: "w92")
    #expect(bench.names.count == 2)
  }

  /// Pictures have another server than titles: it is no business of its whose key this is.
  @Test func no_key_and_no_large_body_in_memory_is_sent_for() async throws {
    let bench = try Bench(Self.picture())
    _ = try await bench.find()
    let request = try #require(bench.transport.requests.first)
    #expect(request.headers.map(\.name) == ["Accept"] && !request.url.contains("?"))
    #expect(request.maxBytes == 10 << 20 && !request.isDurable)
  }

  @Test func two_hundred_who_ask_at_once_are_one_request() async throws {
    var go: CheckedContinuation<Void, Never>?
    let bench = try Bench { request in
      await withCheckedContinuation { go = $0 }
      return try Self.write(FakePicture.jpeg(1, 1), request)
    }
    let asked = (0..<200).map { client in
      LoopTask.start { try? await bench.find { $0.client = UInt64(client) } }
    }
    try await bench.transport.untilAsked(1)
    while go == nil { try await EventLoop.sleep(for: .milliseconds(1)) }
    go?.resume()
    var found: [FoundImage] = []
    for one in asked { if let image = await one.value { found.append(image) } }
    #expect(found.count == 200 && Set(found.map(\.file)).count == 1)
    #expect(found.count { $0.meta.cache == .miss } == 1)
    #expect(bench.transport.requests.count == 1 && bench.names.count == 1)
  }

  @Test func transfer_ends_with_the_last_who_waits_and_leaves_nothing_behind() async throws {
    let bench = try Bench { request in
      try Self.write([1, 2, 3], request)
      try await EventLoop.sleep(for: .seconds(60))
      return HTTPResponse(status: 200)
    }
    let tasks = (0..<2).map { _ in LoopTask.start { try? await bench.find() } }
    try await bench.transport.untilAsked(1)
    tasks[0].cancel()
    #expect(await tasks[0].value == nil)
    #expect(bench.transport.underWay == 1)
    tasks[1].cancel()
    #expect(await tasks[1].value == nil)
    while bench.transport.underWay > 0 || !bench.names.isEmpty {
      try await EventLoop.sleep(for: .milliseconds(1))
    }
    #expect(bench.transport.cancelled == 1)
    bench.transport.answer = Self.picture()
    #expect(try await bench.find().meta.cache == .miss)
  }

  @Test func what_is_kept_is_given_when_upstream_is_gone() async throws {
    let bench = try Bench(Self.picture())
    let first = try await bench.find()
    bench.transport.answer = { _ in throw HTTPError(.resolve, host: "images.example", "no such host") }
    #expect(try await bench.find().meta.cache == .hit)
    let stale = try await bench.find { $0.maxAge = .zero }
    #expect(stale.file == first.file && stale.meta.cache == .hit)
    bench.now += .milliseconds(10)
    let old = try await bench.find { $0.maxAge = .zero }
    #expect(old.file == first.file && old.meta.cache == .stale && old.meta.isOffline)
    let fault = await bench.fault("/b.jpg")
    #expect(fault?.kind == .upstreamUnavailable && fault?.message.contains("no such host") == true)
  }

  @Test func what_is_kept_elsewhere_is_given_when_upstream_is_gone() async throws {
    let bench = try Bench { _ in throw HTTPError(.resolve, host: "images.example", "no such host") }
    let poster = bench.home.path + "/poster.png"
    try Files.write(FakePicture.png(9, 8), to: poster)
    bench.service.storedElsewhere = { $0.text == "/a.jpg" ? poster : nil }
    let found = try await bench.find()
    #expect(found.file == poster && found.contentType == "image/png" && found.width == 9)
    #expect(found.meta.source == .library && found.meta.cache == .none && found.meta.isOffline)
    #expect(await bench.fault("/b.jpg")?.kind == .upstreamUnavailable)
    unlink(poster)
    #expect(await bench.fault()?.kind == .upstreamUnavailable)
  }

  @Test func with_cache_only_nobody_is_asked() async throws {
    let bench = try Bench(Self.picture())
    #expect(await bench.fault { $0.isCacheOnly = true }?.kind == .notFound)
    #expect(bench.transport.requests.isEmpty)
    _ = try await bench.find()
    #expect(try await bench.find { $0.isCacheOnly = true }.meta.cache == .hit)
    bench.now += .milliseconds(160 * 86_400_000)
    #expect(try await bench.find { $0.isCacheOnly = true }.meta.cache == .stale)
  }

  @Test func months_later_it_is_fetched_anew() async throws {
    let bench = try Bench(Self.picture())
    _ = try await bench.find()
    bench.now += .milliseconds(140 * 86_400_000)
    #expect(try await bench.find().meta.cache == .hit)
    bench.now += .milliseconds(20 * 86_400_000)
    #expect(try await bench.find().meta.cache == .miss)
    #expect(try await bench.find().meta.cache == .hit)
    #expect(bench.transport.requests.count == 2)
    // Nor is it used when it must have been forgotten: TMDB's terms.
    bench.transport.answer = { _ in throw HTTPError(.resolve, host: "images.example", "no such host") }
    bench.now += .milliseconds(182 * 86_400_000)
    #expect(try await bench.find().meta.cache == .stale)
    bench.now += .milliseconds(2 * 86_400_000)
    #expect(await bench.fault()?.kind == .upstreamUnavailable)
  }

  @Test(arguments: [
    ("<html>log in</html>", "another server answers in place of TMDB, with status 200: a page of HTML"),
    ("<svg/>", "the picture sent by TMDB cannot be used: an SVG drawing"),
    ("", "the picture sent by TMDB cannot be used: an empty body"),
    ("MZ", "the picture sent by TMDB cannot be used: not a JPEG, PNG, WebP or GIF"),
  ])
  func what_is_no_picture_is_refused_and_not_kept(_ body: String, _ message: String) async throws {
    let bench = try Bench(Self.picture(Array(body.utf8)))
    let fault = await bench.fault()
    #expect(fault?.kind == .upstreamUnavailable && fault?.message == message)
    #expect(fault?.hint?.contains("tmdb.base_url") == false)
    #expect(bench.names == [])
    // It may be another one the next time.
    bench.transport.answer = Self.picture()
    #expect(try await bench.find().meta.cache == .miss)
  }

  @Test func what_upstream_does_not_have_is_not_asked_for_again_for_a_while() async throws {
    let bench = try Bench { _ in HTTPResponse(status: 404) }
    #expect(await bench.fault()?.kind == .notFound)
    #expect(await bench.fault()?.kind == .notFound)
    #expect(bench.transport.requests.count == 1)
    #expect(await bench.fault { $0.maxAge = .zero }?.kind == .notFound)
    #expect(bench.transport.requests.count == 2)
    bench.now += .milliseconds(11 * 60_000)
    bench.transport.answer = Self.picture()
    #expect(try await bench.find().meta.cache == .miss)
  }

  @Test(arguments: [503, nil]) func an_upstream_that_is_down_is_left_alone(_ status: Int?) async throws {
    let bench = try Bench { _ in
      // Or its name cannot be looked up.
      guard let status else { throw HTTPError(.resolve, host: "images.example", "no such host") }
      return HTTPResponse(status: status)
    }
    for name in ["/a.jpg", "/c.jpg", "/d.jpg"] {
      #expect(await bench.fault(name)?.kind == .upstreamUnavailable)
    }
    let count = bench.transport.requests.count
    #expect(!bench.service.tmdb.circuit.isClosed)
    #expect(await bench.fault("/b.jpg")?.kind == .upstreamUnavailable)
    // Each alone would have tried three times; on a busy machine the time for one probe may have come.
    #expect(bench.transport.requests.count <= count + 1)
    // iTunes is somebody else.
    bench.transport.answer = Self.picture()
    #expect(try await bench.find("https://itunes.example/a.jpg").meta.source == .itunes)
  }

  @Test func trouble_that_says_how_long_it_lasts_is_respected() async throws {
    let bench = try Bench { _ in HTTPResponse(status: 503, retryAfter: .seconds(7200)) }
    for name in ["/a.jpg", "/b.jpg"] {
      let fault = await bench.fault(name) { $0.deadline = EventLoop.now + .seconds(600) }
      #expect(fault?.kind == .upstreamUnavailable)
    }
    #expect(bench.transport.requests.count == 1)
  }

  @Test func a_disk_that_takes_nothing_is_told_as_such() async throws {
    let bench = try Bench { _ in
      throw HTTPError(.file, host: "images.example", "cannot write /x: No space left on device")
    }
    let fault = await bench.fault()
    #expect(fault?.kind == .storageError && fault?.message.contains("No space left") == true)
    #expect(bench.service.tmdb.circuit.isClosed)
    try Files.write([1], to: bench.home.path + "/file")
    let other = ImageService(
      transport: bench.transport, folder: bench.home.path + "/file/images", maxBytes: 1 << 20,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    other.use(tmdbAddress: "https://images.example", itunesAddress: "")
    await #expect(throws: RPCError.self) {
      _ = try await other.find(
        try #require(ImagePath("/a.jpg")), size: "w92", FetchOptions(day: "2026-11-21"))
    }
  }

  @Test func pictures_of_the_last_hour_have_a_bound_too() async throws {
    let bench = try Bench(maxBytes: 8192, Self.picture(FakePicture.jpeg(8, 8)))
    _ = try await bench.find("/a.jpg")
    _ = try await bench.find("/b.jpg")
    let fault = await bench.fault("/c.jpg")
    #expect(fault?.kind == .limitExceeded)
    #expect(fault?.details.first?.value == "images_bytes")
    #expect(try await bench.find("/a.jpg").meta.cache == .hit)
  }

  @Test func a_stranger_is_not_asked() async throws {
    let bench = try Bench(Self.picture())
    #expect(await bench.fault("https://evil.example/a.jpg")?.kind == .invalidParams)
    #expect(bench.transport.requests.isEmpty)
    let found = try await bench.find("https://is1-ssl.mzstatic.com/image/600x600bb.jpg")
    #expect(found.meta.source == .itunes && found.meta.attribution == [])
    #expect(bench.transport.requests.map(\.url) == ["https://is1-ssl.mzstatic.com/image/600x600bb.jpg"])
  }

  @Test func asking_stops_with_the_daemon() async throws {
    let bench = try Bench { _ in
      try await EventLoop.sleep(for: .seconds(60))
      return HTTPResponse(status: 200)
    }
    let task = LoopTask.start { () -> Bool in
      do {
        _ = try await bench.find()
        return false
      } catch {
        return error is CancellationError
      }
    }
    try await bench.transport.untilAsked(1)
    await bench.service.close()
    #expect(await task.value)
    await #expect(throws: CancellationError.self) { try await bench.find() }
  }
}
