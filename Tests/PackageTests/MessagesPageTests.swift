import Glibc
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

/// `Protocol/messages.md` is made from the table of messages.
@Suite struct MessagesPageTests {
  private static let path = SourceFiles.root + "/Protocol/messages.md"

  private static var page: String {
    let rows = MessageTable.all.sorted { $0.id < $1.id }.map { form in
      let arguments = zip(form.names, form.kinds).map { "`\($0)` \($1.rawValue)" }.joined(separator: ", ")
      return "| `\(form.id)` | \(form.english.replacing("|", with: "\\|")) | \(arguments) |"
    }
    return """
      # Messages

      Made from the daemon's sources by `make docs`; do not edit it. `text` and `hint_text` of
      [errors](README.md#errors) and `text` beside any `message` have these ids.

      The kinds of arguments: \(MessageArgumentKind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")).
      `text`: a name, or words of another program; `texts`: an array of these; `choices`: an array of words that a
      parameter takes; `message`: an object with `id` and `args`; `excerpt`: JSON that was sent, as text, perhaps
      cut; `parameter`: the name of a parameter; `milliseconds` and `bytes`: integers; `time`: a
      moment in UTC.

      | id | sentence | arguments |
      |---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }

  @Test func page_has_every_message() throws {
    if getenv("MOVIERPC_UPDATE") != nil { try TemporaryFolder.write(Self.page, to: Self.path) }
    #expect(TemporaryFolder.read(Self.path) == Self.page, "make docs writes it")
  }
}
