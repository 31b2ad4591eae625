import Glibc
import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// Where they go into the folder of who crashed. Else they are another program's, or in everybody's folder.
  fileprivate static var coresAreFilesHere: Self {
    let pattern = TemporaryFolder.read("/proc/sys/kernel/core_pattern")
    return .enabled(
      if: !pattern.isEmpty && !pattern.hasPrefix("|") && !pattern.contains("/"),
      "/proc/sys/kernel/core_pattern sends core dumps elsewhere: \(pattern)")
  }
}

/// What a crash leaves on the disk.
@Suite(.timeLimit(.minutes(20))) struct CoreDumpTests {
  private static let keys = ["5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e", "AIza-no-key-of-anybody-at-all"]

  /// The daemon's folder is "/", so it gets one of its own: a place where all else is mounted as it is here.
  private static let script = """
    set -e
    PATH=$PATH:/usr/sbin:/sbin
    mkdir "$ROOT"
    for place in /*; do
      if [ -h "$place" ]; then cp -P "$place" "$ROOT"
      elif [ -d "$place" ]; then mkdir "$ROOT$place" && mount --rbind "$place" "$ROOT$place"
      fi
    done
    ulimit -c unlimited
    exec chroot "$ROOT" "$@"
    """

  /// The core dumps of a daemon that has both keys, and how often each is in there.
  private func crash(by signal: CInt, isAllowed: Bool = false) throws -> (sizes: [Int], keys: [String]) {
    let home = try TemporaryFolder()
    let (root, configuration) = (home.path + "/root", home.path + "/config.toml")
    try TemporaryFolder.write(
      "\(SpawnedDaemon.withoutTMDB)\ntmdb.key = \"\(Self.keys[0])\"\n", to: configuration)
    var environment = SpawnedDaemon.environment(home)
    environment["ROOT"] = root
    environment["YOUTUBE_API_KEY"] = Self.keys[1]
    // Swift's own report, where a toolchain is installed, would take the signal.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let daemon = try Program(
      Program.find("unshare"),
      ["--mount", "sh", "-c", Self.script, "sh", SpawnedDaemon.path, "--config", configuration],
      environment: environment)
    try Wait.until("it listens: \(daemon.errors)") { daemon.hasEnded || daemon.errors.contains("listens") }
    if isAllowed {
      let raised = try Program.run("prlimit", ["--core=unlimited", "--pid", "\(daemon.pid)"])
      #expect(raised.status == 0, "\(raised)")
    }
    daemon.signal(signal)
    #expect(try daemon.wait().status == 128 + signal, "\(daemon.errors)")
    let cores = try Program.run("find", [root, "-maxdepth", "1", "-type", "f"]).output.split(separator: "\n")
    let sizes = cores.map { core in
      var facts = stat()
      return stat(String(core), &facts) == 0 ? Int(facts.st_size) : 0
    }
    let found = try Self.keys.filter { key in
      try cores.contains { try Program.run("grep", ["-q", "-a", "-F", key, String($0)]).status == 0 }
    }
    return (sizes, found)
  }

  @Test(
    .needsRoot, .needs("unshare", of: "util-linux"), .needs("prlimit", of: "util-linux"),
    .coresAreFilesHere, arguments: [SIGABRT, SIGSEGV])
  func crash_writes_no_core(_ signal: CInt) throws {
    let none = try crash(by: signal)
    #expect(none.sizes == [] && none.keys == [], "\(none)")
    // So that it is known that a dump would have been found, and has the keys.
    let whole = try crash(by: signal, isAllowed: true)
    #expect(whole.sizes.count == 1 && whole.keys == Self.keys, "\(whole)")
  }
}
