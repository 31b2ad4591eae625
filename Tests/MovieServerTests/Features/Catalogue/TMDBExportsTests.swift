import EventLoop
import Foundation
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// On a day in 2026.
@LoopActor @Suite struct TMDBExportsTests {
  private let folder: TemporaryFolder
  private let noon = Timestamp(seconds: 1_795_435_200)

  init() throws { folder = try TemporaryFolder() }

  private func exports(_ media: MediaServer) -> TMDBExports {
    let exports = TMDBExports(folder: folder.path + "/exports")
    exports.use(address: media.address, proxy: nil)
    exports.now = { [noon] in noon }
    return exports
  }

  /// Its day; the export itself is given up.
  private func newest(_ exports: TMDBExports, newerThan day: String?) async throws -> String? {
    let export = try await exports.fetch(newerThan: day, CatalogueImports.Run())
    #expect(export == nil || export?.files.count == 2)
    return export?.day
  }

  nonisolated private static let film = MediaFile(size: 300_000)

  @Test func yesterdays_is_fetched_where_todays_is_missing() async throws {
    let media = try MediaServer { request in
      request.path.hasSuffix("_11_23_2026.json.gz") ? .init(status: 404) : .init(Self.film)
    }
    let exports = exports(media)
    #expect(try await newest(exports, newerThan: nil) == "2026-11-22")
    #expect(
      media.requests.map(\.path) == [
        "/movie_ids_11_23_2026.json.gz", "/movie_ids_11_22_2026.json.gz", "/tv_series_ids_11_22_2026.json.gz",
      ])
    media.forget()
    #expect(try await newest(exports, newerThan: "2026-11-22") == nil)
    #expect(media.requests.map(\.path) == ["/movie_ids_11_23_2026.json.gz"])
    media.forget()
    #expect(try await newest(exports, newerThan: "2026-11-23") == nil)
    #expect(media.requests.isEmpty)
    await exports.remove()
    #expect(access(folder.path + "/exports", F_OK) != 0)
  }

  @Test func another_daemon_of_the_folder_waits_for_its_turn() async throws {
    let media = try MediaServer { _ in .init(Self.film) }
    let (first, second) = (exports(media), exports(media))
    let export = try await first.fetch(newerThan: nil, CatalogueImports.Run())
    let error = await #expect(throws: RPCError.self) {
      try await second.fetch(newerThan: nil, CatalogueImports.Run())
    }
    #expect(error?.kind == .conflict && error?.message.contains(folder.path) == true)
    withExtendedLifetime(export) {}
    await first.remove()
  }

  @Test func failed_fetch_leaves_the_folder_to_others() async throws {
    let media = try MediaServer { request in request.number <= 3 ? .init(status: 403) : .init(Self.film) }
    let (first, second) = (exports(media), exports(media))
    await #expect(throws: RPCError.self) { try await first.fetch(newerThan: nil, CatalogueImports.Run()) }
    #expect(try await second.fetch(newerThan: nil, CatalogueImports.Run()) != nil)
  }

  /// Cuts that many answers.
  private func cutting(_ count: Int) throws -> MediaServer {
    try MediaServer { request in
      var answer = MediaServer.Answer(Self.film)
      if request.number <= count { answer.cut = 50_000 }
      return answer
    }
  }

  @Test func transfer_that_is_cut_twice_is_continued() async throws {
    let media = try cutting(2)
    let exports = exports(media)
    var pauses: [Duration] = []
    exports.sleep = { pauses.append($0) }
    #expect(try await newest(exports, newerThan: nil) == "2026-11-23")
    #expect(pauses == [.seconds(2), .seconds(4)])
    let begins = media.requests.map { $0.begin ?? 0 }
    #expect(begins.count == 4 && begins[0] == 0 && begins[1] > 0 && begins[2] > begins[1] && begins[3] == 0)
  }

  @Test func transfer_that_is_cut_again_and_again_is_continued_by_the_next_call() async throws {
    let media = try cutting(4)
    let exports = exports(media)
    exports.sleep = { _ in }
    let error = await #expect(throws: RPCError.self) {
      try await exports.fetch(newerThan: nil, CatalogueImports.Run())
    }
    #expect(error?.kind == .upstreamUnavailable && media.requests.count == 4)
    #expect(try await newest(exports, newerThan: nil) == "2026-11-23")
    #expect(media.requests.count == 6 && media.requests[4].begin ?? 0 > 0)
  }

  @Test func cancel_ends_the_pause_after_a_cut() async throws {
    let media = try cutting(1)
    let exports = exports(media)
    let run = CatalogueImports.Run()
    exports.sleep = { _ in
      run.cancel()
      try? await EventLoop.sleep(for: .seconds(86_400))
    }
    let error = await #expect(throws: RPCError.self) { try await exports.fetch(newerThan: nil, run) }
    #expect(error?.kind == .cancelled && media.requests.count == 1)
  }

  @Test func parts_of_earlier_days_are_removed() async throws {
    let media = try MediaServer { _ in .init(Self.film) }
    let exports = exports(media)
    mkdir(folder.path + "/exports", 0o700)
    let names = ["movie_ids_11_20_2026.json.gz", "tv_series_ids_11_01_2025.json.gz.part", "other.json.gz"]
    for name in names { try TemporaryFolder.write("", to: folder.path + "/exports/" + name) }
    _ = try await exports.fetch(newerThan: nil, CatalogueImports.Run())
    #expect(
      Set(ProcessFigures.names(in: folder.path + "/exports")) == [
        "movie_ids_11_23_2026.json.gz", "tv_series_ids_11_23_2026.json.gz", "other.json.gz",
      ])
  }

  @Test func no_export_at_all_is_an_error_and_not_an_old_one() async throws {
    let media = try MediaServer { _ in .init(status: 403) }
    let error = await #expect(throws: RPCError.self) {
      try await exports(media).fetch(newerThan: nil, CatalogueImports.Run())
    }
    #expect(error?.kind == .upstreamUnavailable && media.requests.count == 3)
  }

  @Test func transfer_can_be_cancelled() async throws {
    let media = try MediaServer { _ in
      var answer = MediaServer.Answer(Self.film)
      answer.hang = 1000
      return answer
    }
    let run = CatalogueImports.Run()
    let exports = exports(media)
    let fetching = LoopTask.start { () -> RPCError.Kind? in
      do throws(RPCError) {
        _ = try await exports.fetch(newerThan: nil, run)
        return nil
      } catch {
        return error.kind
      }
    }
    while media.requests.isEmpty { _ = await EventLoop.offload { usleep(1000) } }
    run.cancel()
    #expect(await fetching.value == .cancelled)
  }
}
