import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct ChildProcessTests {
  @Test func exit_status_and_signal_are_told() async throws {
    #expect(try await run("exit 3") == ChildProcess.Exit(status: 3, signal: 0))
    #expect(try await run("kill -TERM $$").signal == SIGTERM)
  }

  @Test func kill_sends_a_signal() async throws {
    let log = Log<ChildProcess.Exit>()
    let child = try ChildProcess(arguments: ["sleep", "1000"]) { log.note($0) }
    #expect(child.pid > 0)
    try child.kill(SIGKILL)
    await log.until(count: 1)
    #expect(log.entries[0].signal == SIGKILL)
    let error = #expect(throws: UVError.self) { try child.kill(SIGKILL) }
    #expect(error?.name == "ESRCH")
    child.close()
  }

  @Test func child_writes_to_our_descriptor_with_its_environment() async throws {
    let output = try await outputOf(
      "echo $GREETING; pwd; cat", environment: ["GREETING=hello", "PATH=/usr/bin:/bin"])
    #expect(output == "hello\n/tmp\n")
  }

  @Test func child_inherits_nothing_else() async throws {
    let source = open("/dev/null", O_RDONLY)
    let descriptor = fcntl(source, F_DUPFD, 100)
    defer { for one in [source, descriptor] { Glibc.close(one) } }
    #expect(try await outputOf("test -e /proc/self/fd/\(descriptor) || echo gone") == "gone\n")
  }

  @Test func detached_child_leads_a_session() async throws {
    let script = "read -r pid name state parent group session rest < /proc/self/stat; echo $((session == $$))"
    #expect(try await outputOf(script, isDetached: true) == "1\n")
    #expect(try await outputOf(script) == "0\n")
  }

  @Test func closing_a_running_child_does_not_kill_it() async throws {
    let (near, far) = try descriptors()
    let child = try ChildProcess(
      arguments: ["sh", "-c", "read line; echo got $line"], input: .inherit(far), output: .inherit(far)
    ) { _ in Issue.record("the exit of a closed child was told") }
    Glibc.close(far)
    child.close()
    child.close()
    #expect(throws: UVError.self) { try child.kill(SIGKILL) }
    let buried = Log<Bool>()
    child.onClose = { buried.note(true) }
    let end = End(try UnixStream(descriptor: near))
    end.send(Array("it\n".utf8))
    await end.until { end.hasEnded }
    #expect(String(decoding: end.received, as: UTF8.self) == "got it\n")
    await buried.until(count: 1)
    #expect(waitpid(child.pid, nil, WNOHANG) == -1, "no zombie is left")
    end.stream.close()
  }

  @Test func programs_that_cannot_start_are_errors() {
    let missing = #expect(throws: UVError.self) { try ChildProcess(arguments: ["/nonexistent"]) { _ in } }
    #expect(missing?.name == "ENOENT")
    #expect(missing?.description == "cannot start /nonexistent: no such file or directory (ENOENT)")
    let cut = #expect(throws: UVError.self) { try ChildProcess(arguments: ["echo", "a\0b"]) { _ in } }
    #expect(cut?.name == "EINVAL")
    #expect(throws: UVError.self) { try ChildProcess(arguments: []) { _ in } }
  }

  private func run(_ script: String) async throws -> ChildProcess.Exit {
    let log = Log<ChildProcess.Exit>()
    let child = try ChildProcess(arguments: ["/bin/sh", "-c", script]) { log.note($0) }
    await log.until(count: 1)
    child.close()
    return log.entries[0]
  }

  private func outputOf(
    _ script: String, environment: [String]? = nil, isDetached: Bool = false
  ) async throws -> String {
    let (near, far) = try descriptors()
    let log = Log<ChildProcess.Exit>()
    let child = try ChildProcess(
      arguments: ["/bin/sh", "-c", script], environment: environment, directory: "/tmp",
      output: .inherit(far),
      isDetached: isDetached
    ) { log.note($0) }
    Glibc.close(far)
    let end = End(try UnixStream(descriptor: near))
    await end.until { end.hasEnded }
    await log.until(count: 1)
    child.close()
    end.stream.close()
    return String(decoding: end.received, as: UTF8.self)
  }
}
