import EventLoop
import Glibc
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

private let hasBus =
  FakeSystemBus.programs.allSatisfy { Program.find(orNil: $0) != nil } || getenv("CI") != nil

/// What NetworkManager and UPower say, on a real bus.
@LoopActor
@Suite(
  .timeLimit(.minutes(20)), .enabled(if: hasBus, "dbus-daemon or busctl of systemd is not installed"))
struct TransferConditionsTests {
  /// However long a busy machine takes to start the program that asks.
  private func query(_ bus: FakeSystemBus) async -> TransferConditions {
    await .query(SystemBus(environment: bus.environment, timeout: .seconds(240)))
  }

  @Test(
    arguments: [
      (FakeSystemBus.Answers(metered: 1, onBattery: false), true, false),
      (.init(metered: 2, onBattery: true), false, true),
      (.init(metered: 3, onBattery: false), true, false),
      (.init(metered: 4, onBattery: false), false, false),
      (.init(metered: 0, onBattery: true), nil, true),
      (.init(metered: 77, onBattery: nil), nil, nil),
    ] as [(FakeSystemBus.Answers, Bool?, Bool?)])
  func services_are_asked(_ answers: FakeSystemBus.Answers, _ isMetered: Bool?, _ isOnBattery: Bool?)
    async throws
  {
    let bus = try FakeSystemBus(answers)
    defer { bus.end() }
    #expect(await query(bus) == TransferConditions(isMetered: isMetered, isOnBattery: isOnBattery))
    #expect(bus.asked == 2)
  }

  @Test func missing_service_and_missing_bus_are_unknown() async throws {
    let bus = try FakeSystemBus(.init(metered: 1, onBattery: true), names: ["org.freedesktop.UPower"])
    defer { bus.end() }
    #expect(await query(bus) == TransferConditions(isMetered: nil, isOnBattery: true))
    bus.end()
    #expect(await query(bus) == TransferConditions())
  }

  @Test func service_that_does_not_answer_is_unknown() async throws {
    let bus = try FakeSystemBus(.init(metered: 1, onBattery: true, hangs: true))
    defer { bus.end() }
    let system = SystemBus(environment: bus.environment, timeout: .milliseconds(50))
    #expect(await TransferConditions.query(system) == TransferConditions())
  }

  @Test func question_can_be_cancelled() async throws {
    let bus = try FakeSystemBus(.init(hangs: true))
    defer { bus.end() }
    let system = SystemBus(environment: bus.environment, timeout: .seconds(3600))
    let asking = LoopTask.start { await TransferConditions.query(system) }
    while bus.asked == 0 { _ = await EventLoop.offload { usleep(1000) } }
    asking.cancel()
    #expect(await asking.value == TransferConditions())
  }

  @Test func missing_program_and_odd_output_are_unknown() async throws {
    let folder = try TemporaryFolder()
    let system = SystemBus(environment: ["PATH": folder.path])
    #expect(await TransferConditions.query(system) == TransferConditions())
    let program = folder.path + "/busctl"
    for output in ["", "no JSON", #"{"data":"yes"}"#, #"{"data":[true]}"#, #"{"type":"b"}"#, "[]"] {
      try TemporaryFolder.write("#!/bin/sh\necho '\(output)'\n", to: program)
      chmod(program, 0o755)
      #expect(await TransferConditions.query(system) == TransferConditions(), "\(output)")
    }
    try TemporaryFolder.write("#!/bin/sh\necho '{\"data\":true}'; exit 1\n", to: program)
    #expect(await TransferConditions.query(system) == TransferConditions())
  }
}
