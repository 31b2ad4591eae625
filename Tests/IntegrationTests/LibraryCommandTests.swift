import TestSupport
import Testing

/// `watchlist`, `favorites` and `history` of the client, against a daemon they start themselves. What only
/// reads is in CommandTests.
@Suite struct LibraryCommandTests {
  /// What a change answers depends on what was before: one library for the commands, one for the calls.
  @Test func change_prints_what_call_prints() throws {
    let (one, other) = (try Home(), try Home())
    let pairs = [
      (["watchlist", "add", "dune"], ["watchlist.add", "key=movie/438631"]),
      (
        ["watchlist", "add", "movie/78", "--note", "with Ana", "--watched", "--if-rev", "0"],
        ["watchlist.add", "key=movie/78", "note=with Ana", "watched=true", "if_rev=0"]
      ),
      (["watchlist", "watched", "dune"], ["watchlist.update", "key=movie/438631", "watched=true"]),
      (
        ["watchlist", "update", "movie/438631", "--unwatched", "--note", "", "--if-rev", "3"],
        ["watchlist.update", "key=movie/438631", "watched=false", "note=", "if_rev=3"]
      ),
      (
        ["watchlist", "unwatched", "blade", "runner"], ["watchlist.update", "key=movie/78", "watched=false"]
      ),
      // The best match is another film; the best one on the list is meant.
      (["watchlist", "remove", "blade"], ["watchlist.remove", "key=movie/78"]),
      (["favorites", "add", "tv/1399"], ["favorites.add", "key=tv/1399"]),
      (["favorites", "toggle", "dune"], ["favorites.toggle", "key=movie/438631"]),
      (["favorites", "toggle", "dune"], ["favorites.toggle", "key=movie/438631"]),
      (["favorites", "remove", "game", "of", "thrones"], ["favorites.remove", "key=tv/1399"]),
      (["search", "dune"], ["search", "q=dune"]),
      (["history", "remove", "dune"], ["history.remove", "term=dune"]),
      (["history", "clear"], ["history.clear"]),
      (["watchlist"], ["watchlist"]),
    ]
    for (command, call) in pairs {
      let outcome = try one.client(command)
      #expect(outcome.status == 0, "\(command) \(outcome.errors)")
      let expected = try other.client(["call"] + call)
      #expect(expected.status == 0, "\(call) \(expected.errors)")
      #expect(Self.withoutMoments(outcome.output) == Self.withoutMoments(expected.output), "\(command)")
    }
  }

  private static func withoutMoments(_ text: String) -> String {
    text.replacing(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/, with: "MOMENT")
  }

  @Test func change_is_told_to_people() throws {
    let home = try Home()
    func lines(_ words: [String]) throws -> String {
      let outcome = try home.client(words + ["--text"], environment: ["COLUMNS": "80", "LC_ALL": "C.UTF-8"])
      #expect(outcome.status == 0, "\(words) \(outcome.errors)")
      return outcome.output
    }
    #expect(try lines(["watchlist", "add", "dune"]) == "Dune (2021) is on the watchlist (1 title)\n")
    #expect(
      try lines(["watchlist", "add", "movie/438631"])
        == "Dune (2021) was on the watchlist already (1 title)\n")
    #expect(try lines(["favorites", "toggle", "movie/438631"]) == "Dune (2021) is a favourite (1 title)\n")
    #expect(
      try lines(["watchlist", "watched", "dune"]) == "Dune (2021) is on the watchlist, watched (1 title)\n")
    #expect(try lines(["watchlist"]).contains("\n✓★  Dune   2021  film "))
    #expect(try lines(["search", "dune"]).contains("\n✓★  Dune "))
    #expect(try lines(["detail", "dune"]).contains("\nLibrary      on the watchlist, watched, favourite\n"))
    // Words in the place of a key are no search.
    #expect(try lines(["history"]).split(separator: "\n").count == 2)
    #expect(try lines(["history", "clear"]) == "all searches are forgotten\n")
    #expect(try lines(["watchlist", "remove", "dune"]) == "Dune (2021) is off the watchlist (0 titles)\n")
    let empty = try home.client(["watchlist", "--text"])
    #expect(empty.output == "" && empty.errors == "there is nothing on the watchlist\n" && empty.status == 0)
    let line = try home.client(
      ["watchlist", "add", "tv/1399", "--format", "{title} ({year}): {on.watchlist} {changed} {entry.rev}"])
    #expect(line.output == "Game of Thrones (2011): true true 5\n")
    let unknown = try home.client(["favorites", "remove", "movie/99999999999", "--format", "{title}"])
    #expect(
      unknown.output == "" && unknown.status == 0
        && unknown.errors == "nothing was changed: the title is not known\n")
    #expect(try home.client(["favorites", "--as", "rofi"]).output == "Dune (2021)\0info\u{1F}movie/438631\n")
  }
}
