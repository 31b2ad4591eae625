import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct MethodPageTests {
  @Test(arguments: MethodTable.all)
  func a_page_fits_a_terminal(_ method: Method) {
    let page = MethodPage.text(method, on: Screen(width: 80))
    #expect(page.hasPrefix(method.name + ": " + method.summary))
    #expect(page.hasSuffix("\n"))
    for line in page.split(separator: "\n") where !line.contains("movierpc call") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  /// The commands that the page proposes must mean the example of the table.
  @Test(arguments: MethodTable.all)
  func the_example_in_pairs_means_the_example(_ method: Method) throws {
    let words = shellWords(MethodExample.pairs(method))
    #expect(words.prefix(2) == ["movierpc", "call"])
    let call = try CallArguments(Array(words.dropFirst(2)))
    let params = try CallRequest.params(of: call) { () throws(CommandError) in [] }
    let sent = try JSONValue(parsing: params.map(text) ?? "{}")
    #expect(sent == method.example)
  }

  @Test func the_list_is_aligned() {
    let lines = MethodPage.list(MethodTable.all, on: .endless).split(separator: "\n")
    #expect(lines.count == MethodTable.all.count)
    #expect(lines.contains("search                 find films and series by title"))
  }

  @Test func a_shape_is_written_out_once() {
    let outline = SchemaOutline.text(
      .object([
        .init("a", .named(.init("Thing", .object([.init("x", .optional(.integer("Count.")))])))),
        .init("b", .list(.named(.init("Thing", .object([]))), "Things.")),
        .init("c", .map(.choice(["p", "q"], ""), "By name.")),
      ]))
    #expect(
      outline == """
          a                       Thing
            x                     integer or null: Count.
          b                       list of Thing: Things.
          c                       object: each value p | q: By name.

        """)
    #expect(SchemaOutline.text(.object([])) == "  nothing: {}\n")
  }

  /// The words of a line as a shell would cut it, for what ``ShellWord`` writes.
  private func shellWords(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var characters = line[...]
    while let character = characters.popFirst() {
      switch character {
      case "'": isQuoted.toggle()
      case "\\" where !isQuoted: word += characters.popFirst().map(String.init) ?? ""
      case " " where !isQuoted:
        words.append(word)
        word = ""
      default: word.append(character)
      }
    }
    return words + [word]
  }
}
