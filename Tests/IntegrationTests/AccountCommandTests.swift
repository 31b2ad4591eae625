import FakeTMDB
import JSONRPC
import TestSupport
import Testing

/// `movierpc account` of a daemon that asks a fake TMDB.
@Suite(.timeLimit(.minutes(20))) struct AccountCommandTests {
  private func run(_ home: UpstreamHome, _ words: String...) throws -> Program.Outcome {
    try home.client(words).wait()
  }

  @Test func comparison_needs_a_word_of_the_person() throws {
    let home = try UpstreamHome(["catalogue.embedded = false"])
    home.fake.change { $0.approvesAfter = 1 }
    let connected = try run(home, "account", "connect", "--text")
    #expect(connected.status == 0 && connected.errors.contains("https://www.themoviedb.org/authenticate/"))
    #expect(connected.output.hasPrefix("connected with the TMDB account ann\n"), "\(connected.errors)")
    let key = "movie/\(FakeCatalogue.firstFilm)"
    #expect(try run(home, "watchlist", "add", key).status == 0)
    let asked = try run(home, "account", "sync")
    #expect(
      asked.status == 1 && asked.errors.hasPrefix("movierpc: cannot ask for consent"), "\(asked.errors)")
    #expect(asked.errors.contains("movierpc account sync --yes\n"))
    #expect(try JSONValue(parsing: asked.output)["question"] == "first")
    #expect(home.fake.account.received == [])
    let agreed = try run(home, "account", "sync", "--yes", "--text")
    #expect(agreed.status == 0 && agreed.output.hasPrefix("These changes were made:\n"), "\(agreed.errors)")
    #expect(home.fake.account.watchlist == [.film(0)])
    #expect(try run(home, "account", "sync", "--text").output == "already in sync\n")

    let status = try run(home, "status", "--text")
    #expect(status.output.contains("\naccount      ann, last compared at 20"), "\(status.output)")
    #expect(try run(home, "account", "undo", "99").status == 5)
    #expect(try run(home, "account", "undo", "1").status == 0)
    let again = try run(home, "account", "undo", "1")
    #expect(again.status == 1 && again.errors.hasPrefix("movierpc: change 1 is undone already"))
    let odd = try run(home, "account", "undo", "x")
    #expect(odd.status == 2 && odd.errors.hasPrefix("movierpc: ID must be an integer"), "\(odd.errors)")
    #expect(try run(home, "account", "disconnect").status == 0)
    #expect(try !run(home, "status", "--text").output.contains("\naccount "))
    _ = try home.daemon.stop()
  }
}
