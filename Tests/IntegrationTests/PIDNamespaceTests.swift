import Glibc
import JSONRPC
import TestSupport
import Testing

/// A daemon that does not see its clients' processes, as in a container or a sandbox.
@Suite struct PIDNamespaceTests {
  private static let words = ["--pid", "--fork", "--mount-proc"]
  private static var isAllowed: Bool { (try? Program.run("unshare", words + ["true"]).status) == 0 }

  @Test(
    .needsRoot, .needs("unshare", of: "util-linux"),
    .enabled(if: isAllowed, "a PID namespace cannot be made here"))
  func client_of_another_namespace_is_admitted_by_its_user() throws {
    let command = "exec unshare \(Self.words.joined(separator: " ")) \"$0\" \"$@\""
    let daemon = try SpawnedDaemon(configuration: ["catalogue.embedded = false"], shell: command)
    let client = try daemon.connect()
    let clients = try client.ask("clients", "{}")["result"]?["clients"]
    #expect(clients?[0]?["pid"] == .null && clients?[0]?["self"] == true, "\(clients?.text() ?? "")")
    _ = try client.ask("subscribe", #"{"topics":["server"]}"#)
    #expect(try client.ask("watchlist.add", #"{"key":"movie/0"}"#)["error"] != nil)
    // The signal would only reach unshare.
    _ = try client.ask("shutdown", "{}")
    #expect(try daemon.outcome().status == 0)
    #expect(!daemon.program.errors.contains("another user"))
  }
}
