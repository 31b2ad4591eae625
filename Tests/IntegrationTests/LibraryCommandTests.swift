import JSONRPC
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
        ["watchlist", "add", "movie/78", "--note", "with Ana", "--watched", "--if-version", "0"],
        ["watchlist.add", "key=movie/78", "note=with Ana", "watched=true", "if_version=0"]
      ),
      (["watchlist", "watched", "dune"], ["watchlist.update", "key=movie/438631", "watched=true"]),
      (
        ["watchlist", "update", "movie/438631", "--unwatched", "--note", "", "--if-version", "3"],
        ["watchlist.update", "key=movie/438631", "watched=false", "note=", "if_version=3"]
      ),
      (
        ["watchlist", "unwatched", "blade", "runner"], ["watchlist.update", "key=movie/78", "watched=false"]
      ),
      (["watchlist", "remove", "blade", "runner"], ["watchlist.remove", "key=movie/78"]),
      (["favorites", "add", "tv/1399"], ["favorites.add", "key=tv/1399"]),
      (["favorites", "toggle", "dune"], ["favorites.toggle", "key=movie/438631"]),
      (["favorites", "toggle", "dune"], ["favorites.toggle", "key=movie/438631"]),
      (["favorites", "remove", "game", "of", "thrones"], ["favorites.remove", "key=tv/1399"]),
      (["follow", "christopher", "nolan"], ["follow.add", "name=christopher nolan"]),
      (["unfollow", "christopher", "nolan"], ["follow.remove", "name=christopher nolan"]),
      (["search", "dune"], ["search", "q=dune"]),
      (["searches", "remove", "dune"], ["searches.remove", "term=dune"]),
      (["searches", "clear"], ["searches.clear"]),
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

  /// A script that reads lines cannot see that there are more of them.
  @Test func lines_in_a_pipe_are_all_there_are() throws {
    let home = try Home()
    let keys = try home.client(["search", "the", "--page-size", "25", "--format", "{key}"]).output
      .split(separator: "\n")
    try #require(keys.count == 25)
    let changes = keys.enumerated().flatMap { index, key in
      ["watchlist.add", "favorites.add"].map {
        #"{"jsonrpc":"2.0","id":\#(index),"method":"\#($0)","params":{"key":"\#(key)"}}"# + "\n"
      }
    }
    #expect(try home.client(["pipe"], input: changes.joined()).status == 0)
    let searches = (0..<25).map {
      #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"xyzzy \#($0)"}}"# + "\n"
    }
    #expect(try home.client(["pipe"], input: searches.joined()).status == 0)
    func lines(_ words: [String]) throws -> Int {
      let outcome = try home.client(words)
      #expect(outcome.status == 0, "\(words) \(outcome.errors)")
      return outcome.output.utf8.count { $0 == UInt8(ascii: "\n") }
    }
    for list in ["watchlist", "favorites"] {
      #expect(try lines([list, "--format", "{key}"]) == 25)
      #expect(try lines([list, "--as", "fzf"]) == 25)
      #expect(try lines([list, "--as", "rofi"]) == 25)
      #expect(try lines([list, "--format", "{key}", "--page-size", "7"]) == 7)
      #expect(try home.client([list, "--text"]).output.contains("20 of 25 titles; --all shows all"))
      #expect(!(try home.client([list, "--text", "--all"]).output.contains("for all")))
      let all = try JSONValue(parsing: try home.client([list, "--all"]).output)
      #expect(all["results"]?.arrayValue?.count == 25 && all["next_page"] == .null)
      #expect(try home.client([list, "--all", "--page", "2"]).status == 2)
    }
    // 25, and the first one.
    #expect(try lines(["searches", "--format", "{term}"]) == 26)
    let terms = try home.client(["searches", "--all", "--format", "{term}"]).output
    #expect(terms.hasPrefix("xyzzy 24\nxyzzy 23\n"), "\(terms)")
    #expect(try lines(["searches", "--format", "{term}", "--page-size", "3"]) == 3)
    #expect(try home.client(["searches", "--text"]).output.contains("20 of 2"))
    #expect(try lines(["download", "list", "--all", "--format", "{key}"]) == 0)
    let downloads = keys.map {
      #"{"jsonrpc":"2.0","id":1,"method":"downloads.add","params":{"key":"\#($0)","assets":["detail"]}}"#
        + "\n"
    }
    #expect(try home.client(["pipe"], input: downloads.joined()).status == 0)
    #expect(try lines(["download", "list", "--all", "--format", "{key}"]) == 25)
    #expect(try lines(["download", "list", "--format", "{key}", "--page-size", "7"]) == 7)
    let page = try JSONValue(parsing: try home.client(["download", "list", "--all"]).output)
    #expect(page["results"]?.arrayValue?.count == 25 && page["next_page"] == .null)
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
    #expect(try lines(["searches"]).split(separator: "\n").count == 2)
    #expect(try lines(["searches", "clear"]) == "all searches were removed\n")
    let removed = try lines(["watchlist", "remove", "dune"])
    #expect(removed == "Dune (2021) was removed from the watchlist (0 titles)\n")
    let empty = try home.client(["watchlist", "--text"])
    #expect(empty.output == "" && empty.errors == "the watchlist is empty\n" && empty.status == 0)
    let line = try home.client(
      [
        "watchlist", "add", "tv/1399", "--format",
        "{title} ({year}): {user_state.watchlist} {changed} {entry.version}",
      ])
    #expect(line.output == "Game of Thrones (2011): true true 5\n")
    let unknown = try home.client(["favorites", "remove", "movie/99999999999", "--format", "{title}"])
    #expect(
      unknown.output == "" && unknown.status == 5
        && unknown.errors.hasSuffix("movierpc: movie/99999999999 was not a favourite (not_found)\n"))
    #expect(try home.client(["favorites", "--as", "rofi"]).output == "Dune (2021)\0info\u{1F}movie/438631\n")
  }

  /// What a search finds is not what is stored.
  @Test(arguments: [
    ["watchlist", "add", "heat", "pacino"], ["watchlist", "add", "the", "dark", "night"],
    ["favorites", "add", "james bond"], ["favorites", "toggle", "villeneuve"],
    ["download", "villeneuve", "--no-wait"], ["download", "add", "villeneuve"],
    ["watchlist", "add", "lion king", "--text"],
  ])
  func words_that_are_no_whole_name_store_nothing(_ words: [String]) throws {
    let home = try Home()
    let outcome = try home.client(words)
    #expect(
      outcome.status == 5 && outcome.output == "" && outcome.errors.contains("(ambiguous)"), "\(outcome)")
    let remedies = outcome.errors.split(separator: "\n").dropFirst()
    #expect((1...5).contains(remedies.count), "\(outcome.errors)")
    let verb = words[0] == "download" && words[1] != "add" ? "" : "\(words[1]) "
    for line in remedies { #expect(line.contains(": movierpc \(words[0]) \(verb)"), "\(line)") }
    // What is printed can be pasted.
    let remedy = try #require(remedies.first?.split(separator: ": movierpc ").last)
    #expect(remedy.contains(/(movie|tv)\/\d+/))
    #expect(words.last?.hasPrefix("--") != true || remedy.hasSuffix(words.last ?? ""))
    for list in [["watchlist"], ["favorites"], ["download", "list"]] {
      #expect(try home.client(list + ["--format", "{key}"]).output == "")
    }
  }

  @Test func name_with_a_year_and_the_best_known_of_a_name_are_stored() throws {
    let home = try Home()
    for (words, key) in [
      (["dune"], "movie/438631"), (["dune", "1984"], "movie/841"), (["matrix"], "movie/603"),
      (["Cape", "Fear", "(1962)"], "movie/11349"),
    ] {
      let outcome = try home.client(["watchlist", "add"] + words + ["--format", "{key}"])
      #expect(outcome.output == key + "\n" && outcome.errors.contains(", \(key)\n"), "\(words) \(outcome)")
    }
  }

  /// A part of a name, and a title that is not on the list, are best matches of a search.
  @Test(arguments: [
    ["watchlist", "remove", "ali"], ["watchlist", "rm", "dune"], ["watchlist", "remove", "movie/438631"],
    ["watchlist", "watched", "ali"], ["favorites", "remove", "alien"], ["favorites", "rm", "movie/348"],
    ["download", "remove", "alien"], ["download", "pause", "alien"], ["searches", "remove", "alien"],
  ])
  func title_that_is_not_on_the_list_is_not_found(_ words: [String]) throws {
    let home = try Home()
    #expect(try home.client(["watchlist", "add", "movie/348", "--note", "with Ana"]).status == 0)
    let outcome = try home.client(words)
    let kind = words.last == "ali" ? "(ambiguous)" : "(not_found)"
    #expect(outcome.status == 5 && outcome.errors.contains(kind), "\(outcome)")
    // A program is told that nothing had to change.
    let isAnswered = words[2].contains("/") || words[0] == "searches"
    #expect(outcome.output.hasPrefix(#"{"changed":false"#) == isAnswered)
    let list = try home.client(["watchlist", "--format", "{key} {entry.note}"]).output
    #expect(list == "movie/348 with Ana\n")
    if words.last == "ali" {
      let remedy = "movierpc watchlist \(words[1]) movie/348\n"
      #expect(outcome.errors.hasSuffix("Alien (1979): " + remedy), "\(outcome.errors)")
    }
  }

  @Test func name_of_several_titles_on_the_list_changes_none() throws {
    let home = try Home()
    #expect(try home.client(["watchlist", "add", "movie/438631", "movie/841"]).status == 0)
    let outcome = try home.client(["watchlist", "remove", "dune", "--text"])
    #expect(outcome.status == 5 && outcome.output == "")
    #expect(
      outcome.errors.hasSuffix(
        "Dune (2021): movierpc watchlist remove movie/438631 --text\n"
          + "Dune (1984): movierpc watchlist remove movie/841 --text\n"), "\(outcome.errors)")
    #expect(try home.client(["watchlist", "remove", "Dune", "(1984)"]).status == 0)
    #expect(try home.client(["watchlist", "--format", "{key}"]).output == "movie/438631\n")
  }

  @Test func many_titles_are_changed_by_one_command() throws {
    let home = try Home()
    let added = try home.client(["watchlist", "add", "movie/78", "movie/999999999999", "tv/1399", "--text"])
    #expect(added.status == 5)
    #expect(
      added.output == "Blade Runner (1982) is on the watchlist (1 title)\n"
        + "Game of Thrones (2011) is on the watchlist (2 titles)\n")
    #expect(
      added.errors.hasPrefix("movierpc: there is no title movie/999999999999 (not_found)\n")
        && added.errors.hasSuffix("movierpc: 1 of 3 titles failed\n"), "\(added.errors)")
    let keys = try home.client(["watchlist", "--format", "{key}\\t{title}"]).output
    let liked = try home.client(["favorites", "add", "-"], input: keys)
    #expect(liked.status == 0 && liked.output.split(separator: "\n").count == 2, "\(liked.errors)")
    #expect(try home.client(["favorites", "ls", "--format", "{key}"]).output == "movie/78\ntv/1399\n")
    let wrong = try home.client(["favorites", "rm", "-", "--text"], input: "Dune\nmovie/78\n")
    #expect(wrong.status == 1 && wrong.output == "Blade Runner (1982) is no longer a favourite (1 title)\n")
    #expect(
      wrong.errors == "movierpc: line 1 of standard input does not begin with a key: Dune\n"
        + "movierpc: 1 of 2 titles failed\n")
    let one = try home.client([
      "watchlist", "update", "movie/78", "tv/1399", "--watched", "--if-version", "1",
    ])
    #expect(one.status == 2 && one.errors.hasPrefix("movierpc: --if-version is for one title"))
    #expect(try home.client(["watchlist", "rm", "movie/78", "tv/1399"]).status == 0)
    #expect(try home.client(["watchlist", "--format", "{key}"]).output == "")
  }
}
