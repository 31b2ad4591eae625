import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct ProgramRunTests {
  private let environment = ["PATH=/usr/bin:/bin"]

  private func start(
    _ script: String, _ run: ProgramRun, _ output: ChildOutput
  ) -> Task<ChildProcess.Exit?, Never> {
    LoopTask.start { [environment] in
      try? await run.exit(
        of: ["/bin/sh", "-c", script], environment: environment, directory: "/", output: output)
    }
  }

  private func isAlive(_ pid: String?) -> Bool { pid.flatMap { pid_t($0) }.map { kill($0, 0) == 0 } ?? false }

  private func untilGone(_ pids: [String]) async throws {
    while pids.contains(where: isAlive) { try await EventLoop.sleep(for: .milliseconds(1)) }
  }

  @Test func all_lines_are_there_when_it_has_ended() async throws {
    let lines = Log<String>()
    let output = try ChildOutput { lines.note($0) }
    let exit = await start("echo one; printf two; exit 3", ProgramRun(), output).value
    #expect(exit == .init(status: 3, signal: 0) && lines.entries == ["one", "two"])
  }

  @Test(arguments: [true, false])
  func end_and_cancellation_end_it_with_its_children(_ isCancelled: Bool) async throws {
    let lines = Log<String>()
    let output = try ChildOutput { lines.note($0) }
    let run = ProgramRun(patience: .zero)
    let task = start("trap '' TERM; sleep 1000 & echo $$; echo $!; wait", run, output)
    await lines.until(count: 2)
    if isCancelled { task.cancel() } else { run.end() }
    #expect(await task.value?.signal == SIGKILL && run.isEnding)
    try await untilGone(lines.entries)
  }

  @Test func program_that_ends_is_asked_before_it_is_killed() async throws {
    let lines = Log<String>()
    let output = try ChildOutput { lines.note($0) }
    let run = ProgramRun(patience: .seconds(240))
    let task = start("trap 'echo asked; exit 0' TERM; echo ready; while :; do sleep 0.01; done", run, output)
    await lines.until(count: 1)
    run.end()
    #expect(await task.value == .init(status: 0, signal: 0) && lines.entries == ["ready", "asked"])
  }

  @Test func no_more_is_read_than_was_agreed() async throws {
    let lines = Log<String>()
    var overflows = 0
    let run = ProgramRun(patience: .zero)
    let output = try ChildOutput(maxBytes: 10_000) {
      lines.note($0)
    } onOverflow: {
      overflows += 1
      run.end()
    }
    #expect(await start("while :; do echo 012345678; done", run, output).value?.signal == SIGKILL)
    #expect(overflows == 1 && lines.entries.count == 1000)
  }

  @Test func line_without_an_end_is_cut_off() async throws {
    let lines = Log<String>()
    let output = try ChildOutput { lines.note($0) }
    _ = await start("head -c 100000 /dev/zero | tr '\\0' x; echo; echo next", ProgramRun(), output).value
    #expect(lines.entries.map(\.utf8.count) == [ChildOutput.maxLineLength, 4])
  }

  @Test func program_that_is_missing_is_an_error() async throws {
    let output = try ChildOutput { _ in }
    await #expect(throws: UVError.self) {
      try await ProgramRun().exit(
        of: ["/nonexistent"], environment: environment, directory: "/", output: output)
    }
  }
}
