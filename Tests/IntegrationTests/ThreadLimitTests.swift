import Glibc
import TestSupport
import Testing

@Suite struct ThreadLimitTests {
  /// As a user of our own making: the limit counts all processes of a user, and root has none.
  @Test(.needsRoot, .needs("setpriv", of: "util-linux"), .needs("prlimit", of: "util-linux"))
  func daemon_without_threads_says_why_it_ends() throws {
    let home = try TemporaryFolder()
    chown(home.path, 54_324, 54_324)
    let asUser = ["--reuid", "54324", "--regid", "54324", "--clear-groups"]
    let outcome = try Program.run(
      "setpriv", asUser + ["prlimit", "--nproc=4", SpawnedDaemon.path],
      environment: SpawnedDaemon.environment(home))
    #expect((1..<128).contains(outcome.status), "\(outcome)")
    #expect(outcome.errors.contains("threads; only 3 are available (raise `ulimit -u`"), "\(outcome)")
    #expect(access(home.path + "/run/movierpc/socket", F_OK) != 0)
  }
}
