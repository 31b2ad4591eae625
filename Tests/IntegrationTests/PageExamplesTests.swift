import FakeTMDB
import Foundation
import JSONRPC
import TestSupport
import Testing

/// What Protocol/README.md shows is what a daemon does.
@Suite struct PageExamplesTests {
  private static let page = Transcripts.protocolFolder + "/README.md"

  /// The page's programs.
  private static let programs: [String] = {
    var (found, block): ([String], [String]) = ([], [])
    for line in TemporaryFolder.read(page).components(separatedBy: "\n") + [""] {
      if line.hasPrefix("    ") || line.isEmpty && !block.isEmpty {
        block.append(String(line.dropFirst(4)))
      } else {
        if block.first?.hasPrefix("import ") == true { found.append(block.joined(separator: "\n")) }
        block = []
      }
    }
    return found
  }()

  private func run(_ program: String, _ daemon: SpawnedDaemon) throws -> Program.Outcome {
    try Program.run(
      "python3", ["-W", "error", "-c", program], environment: SpawnedDaemon.environment(daemon.home))
  }

  @Test(.needs("python3", of: "python3")) func programs_print_what_they_are_for() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    let outcomes = try Self.programs.map { try run($0, daemon) }
    #expect(outcomes.map(\.status) == [0, 0], "\(outcomes.map(\.errors))")
    #expect(outcomes.first?.output.contains("movie/438631 Dune 2021\n") == true)
    #expect(outcomes.last?.output == "0 to watch\n")
  }

  /// In place of its end, the second program adds a title by another connection, and shows the event of it.
  @Test(.needs("python3", of: "python3")) func bar_shows_a_change() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    let parts = try #require(Self.programs.last).components(separatedBy: "    break  #")
    #expect(parts.count == 2)
    let outcome = try run(
      parts[0] + """
            if state["unwatched"]: break
            other = socket.socket(socket.AF_UNIX)
            other.connect(path)
            other.sendall(b'{"jsonrpc":"2.0","method":"watchlist.add","params":{"key":"movie/438631"}}\\n')

        """, daemon)
    #expect(outcome.output == "0 to watch\n1 to watch\n" && outcome.status == 0, "\(outcome.errors)")
  }

  /// Three replies are there when the first is read. Then something is written, and none of them is lost.
  @Test(.needs("python3", of: "python3")) func client_loses_nothing_that_came_together() throws {
    let daemon = try SpawnedDaemon(configuration: ["catalogue.embedded = false"])
    _ = try daemon.connect()
    let beginning = try #require(Self.programs.first).components(separatedBy: "\nfor title")[0]
    let outcome = try run(
      beginning + """

        def send(number):
            lines.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": "ping"}).encode() + b"\\n")
            lines.flush()

        for number in range(3): send(number)
        while connection.recv(65536, socket.MSG_PEEK).count(b"\\n") < 3: pass
        connection.settimeout(120)
        print(json.loads(lines.readline())["id"])
        send(3)
        for _ in range(3): print(json.loads(lines.readline())["id"])
        """, daemon)
    #expect(outcome.output == "0\n1\n2\n3\n" && outcome.status == 0, "\(outcome.errors)")
  }

  /// Every message, command and program of the page, by the test that does it for all pages.
  @Test(.needs("python3", of: "python3")) func every_block_of_the_page_holds() throws {
    let root = Transcripts.protocolFolder + "/.."
    let fake = try FakeTMDB()
    let pictures = fake.configuration.filter { $0.contains("image_base_url") }.joined()
    let folder = SpawnedDaemon.path.components(separatedBy: "/").dropLast().joined(separator: "/")
    let outcome = try Program.run(
      "python3", [root + "/contrib/manual/test-pages", folder, pictures, "Protocol/README.md"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("the pages' blocks: "))
  }
}
