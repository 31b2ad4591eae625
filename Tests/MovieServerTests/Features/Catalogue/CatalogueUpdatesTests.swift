import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import TestSupport
import Testing

@testable import MovieServer

/// The weekly update of a server whose clock the test turns.
@LoopActor @Suite(.timeLimit(.minutes(20))) struct CatalogueUpdatesTests {
  @LoopActor private final class World {
    var now = Timestamp.now
    var conditions = TransferConditions()
    var asked = 0
    let process: InProcess
    private let media: MediaServer

    private init(_ process: InProcess, _ media: MediaServer) { (self.process, self.media) = (process, media) }

    static func make(_ media: MediaServer, setting: String = "weekly") async throws -> World {
      let configuration = try ConfigurationFile.parse(
        """
        catalogue.embedded = false
        catalogue.update = "\(setting)"
        tmdb.export_base_url = "\(media.address)"
        """, path: "test")
      let world = World(await InProcess.make(configuration), media)
      world.server.clock.now = { world.now }
      world.server.catalogueImports.exports?.now = { world.now }
      world.server.catalogueUpdates.conditions = {
        world.asked += 1
        return world.conditions
      }
      await world.server.titles.catalogueIsOpen()
      // The start may have taken long on a busy machine. It is over now, and time begins there.
      if let first = world.status.nextUpdateAt { world.now = first - UpdateSchedule.waitAfterStart }
      return world
    }

    var server: Server { process.server }

    var status: CatalogueStatus {
      var status = server.titles.catalogue
      server.catalogueImports.describe(&status)
      server.catalogueUpdates.describe(&status)
      return status
    }

    var wait: Duration? { status.nextUpdateAt.map { $0 - now } }

    /// Lets time pass and the timer ring, and waits until what that begins has ended.
    func pass(_ time: Duration) async {
      now += time
      server.catalogueUpdates.ring()
      await server.catalogueUpdates.end()
    }

    /// The same, until the bytes have come that `hang` sends.
    func passUntilFetching(_ time: Duration) async {
      now += time
      server.catalogueUpdates.ring()
      await process.until { _ in self.status.percent == 28 }
    }
  }

  private nonisolated static func export(_ request: MediaServer.Request) -> MediaServer.Answer {
    let name = request.path.contains("movie_ids") ? "original_title" : "original_name"
    return .init(status: 200, Array("{\"id\":2,\"\(name)\":\"Harbour Nights\",\"popularity\":3.5}\n".utf8))
  }

  private nonisolated static func hang(_ request: MediaServer.Request) -> MediaServer.Answer {
    var answer = MediaServer.Answer(MediaFile(size: 300_000))
    answer.hang = 100_000
    return answer
  }

  @Test func update_comes_some_minutes_after_the_start_and_a_week_later() async throws {
    let media = try MediaServer(Self.export)
    let world = try await World.make(media)
    await world.pass(.seconds(240))
    #expect(media.requests.isEmpty && world.asked == 0)
    #expect(world.wait.map { $0 <= .seconds(61) } == true && world.status.updateReason == nil)
    await world.pass(.seconds(61))
    #expect(media.requests.count == 2 && world.asked == 1)
    let day = Day(days: Int(world.now.seconds / 86_400))
    #expect(world.status.titles == 2 && world.status.exportDay == day.text)
    let due = Timestamp(seconds: Int64(day.days + 7) * 86_400 + 9 * 3600)
    #expect(world.status.nextUpdateAt.map { (due...due + UpdateSchedule.maxSpread).contains($0) } == true)
    await world.pass(.seconds(86_400))
    #expect(media.requests.count == 2 && world.asked == 1)
    await world.pass(.seconds(8 * 86_400))
    #expect(media.requests.count == 4)
  }

  @Test(
    arguments: [
      (TransferConditions(isMetered: true, isOnBattery: true), CatalogueStatus.UpdateReason.metered),
      (TransferConditions(isMetered: nil, isOnBattery: true), .battery),
    ])
  func nothing_is_fetched_while_it_is_no_moment_for_it(
    _ conditions: TransferConditions, _ reason: CatalogueStatus.UpdateReason
  ) async throws {
    let media = try MediaServer(Self.export)
    let world = try await World.make(media)
    world.conditions = conditions
    await world.pass(.seconds(301))
    #expect(world.status.updateReason == reason && world.wait == .seconds(1800))
    // The clock was set, or the machine woke.
    await world.pass(.seconds(1700))
    #expect(world.asked == 1)
    await world.pass(.seconds(101))
    #expect(world.asked == 2 && media.requests.isEmpty)
    world.conditions = TransferConditions(isMetered: false, isOnBattery: false)
    await world.pass(.seconds(1801))
    #expect(world.status.titles == 2 && world.status.updateReason == nil)
  }

  @Test func transfer_ends_when_the_connection_becomes_metered() async throws {
    let media = try MediaServer(Self.hang)
    let world = try await World.make(media)
    world.server.catalogueUpdates.watchInterval = .milliseconds(1)
    await world.passUntilFetching(.seconds(301))
    #expect(world.status.state == .fetching && world.status.nextUpdateAt == nil)
    world.conditions.isMetered = true
    await world.server.catalogueUpdates.end()
    #expect(world.status.state == .ready && world.status.updateReason == .metered)
    #expect(world.wait == .seconds(1800) && media.requests.count == 1)
  }

  @Test func update_by_hand_is_not_asked_whether_it_is_the_moment() async throws {
    let media = try MediaServer(Self.export)
    let world = try await World.make(media)
    world.conditions.isMetered = true
    await world.pass(.seconds(301))
    let imports = world.server.catalogueImports
    let run = try imports.begin("catalogue.update")
    #expect(try await imports.update(run).hasChanged)
    imports.end(run)
    #expect(world.asked == 1 && world.status.updateReason == nil)
    #expect(world.wait.map { $0 > .seconds(6 * 86_400) } == true)
  }

  @Test func failure_is_tried_again_later() async throws {
    let media = try MediaServer(isReached: false, Self.export)
    let world = try await World.make(media)
    await world.pass(.seconds(301))
    #expect(world.status.updateReason == .offline && world.wait == .seconds(900))
    try media.listen()
    await world.pass(.seconds(800))
    #expect(media.requests.isEmpty)
    await world.pass(.seconds(101))
    #expect(world.status.titles == 2 && world.status.updateReason == nil)
  }

  @Test func error_of_the_server_is_no_missing_network() async throws {
    let media = try MediaServer { _ in .init(status: 503) }
    let world = try await World.make(media)
    await world.pass(.seconds(301))
    #expect(world.status.updateReason == .failed && world.wait == .seconds(900))
    await world.pass(.seconds(901))
    #expect(world.status.updateReason == .failed && world.wait == .seconds(1800))
  }

  @Test func cancelled_update_comes_again_the_next_day() async throws {
    let world = try await World.make(try MediaServer(Self.hang))
    await world.passUntilFetching(.seconds(301))
    #expect(world.server.catalogueImports.cancel())
    await world.server.catalogueUpdates.end()
    #expect(world.status.updateReason == nil && world.wait == .seconds(86_400))
  }

  @Test func import_in_progress_is_waited_for() async throws {
    let media = try MediaServer(Self.export)
    let world = try await World.make(media)
    let run = try world.server.catalogueImports.begin("catalogue.import")
    await world.pass(.seconds(301))
    #expect(world.asked == 0 && media.requests.isEmpty)
    world.server.catalogueImports.end(run)
    await world.pass(.zero)
    #expect(world.status.titles == 2)
  }

  @Test func end_of_the_daemon_ends_an_update() async throws {
    let world = try await World.make(try MediaServer(Self.hang))
    await world.passUntilFetching(.seconds(301))
    world.server.stop()
    await world.server.catalogueUpdates.end()
    #expect(!world.server.catalogueImports.isBusy)
  }

  @Test func setting_turns_it_on_and_off() async throws {
    let world = try await World.make(try MediaServer(Self.export), setting: "manual")
    #expect(world.status.nextUpdateAt == nil)
    world.server.catalogueUpdates.use(isWeekly: true)
    #expect(world.status.nextUpdateAt != nil)
    world.server.catalogueUpdates.use(isWeekly: false)
    await world.pass(.seconds(301))
    #expect(world.status.nextUpdateAt == nil && world.asked == 0)
  }
}
