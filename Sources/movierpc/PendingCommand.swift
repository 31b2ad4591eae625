import ArgumentParser
import MovieClient

extension LibraryCommand {
  struct Pending: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "pending", abstract: localized("List imported titles that are not matched yet."),
      usage: "movierpc library pending [--clear] [options]",
      discussion: localizedParagraphs(
        """
        The daemon tries these titles again when there is a network or a key.
        A title it finds is put on its list; a title TMDB does not know stays
        here, with the reason.
        """))

    @Flag(help: .localized("Clear the pending titles."))
    var clear = false

    @OptionGroup var list: ListArguments
    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let form = try form(ifEmpty: "nothing is pending\(list.pages.place)")
      if clear {
        if let option = list.pages.option ?? (list.whole.all ? "--all" : nil) {
          throw CommandError.usage("--clear clears all pages", hint: "leave out \(option)")
        }
        return try show(MethodParams("library.pending.clear"), as: form) { result, _ in
          PendingPage.cleared(result)
        }
      }
      try list.show(MethodParams("library.pending"), connection, form, PendingPage.text)
    }
  }
}
