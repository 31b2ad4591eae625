import ArgumentParser
import MovieClient

extension LibraryCommand {
  struct Pending: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pending", abstract: "Show what imports could not ask TMDB about.",
      usage: "movierpc library pending [--clear] [options]",
      discussion: """
        The daemon tries these titles again by itself, as soon as there is a
        network or a key. What is found is put on its list; what TMDB does not
        know stays here, with the reason.
        """)

    @Flag(help: "Forget all of it.")
    var clear = false

    @OptionGroup var pages: PageArguments
    @OptionGroup var whole: AllArguments
    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var form = try answer.form(ifEmpty: "nothing is pending" + pages.place)
      if clear {
        if let option = pages.option ?? (whole.all ? "--all" : nil) {
          throw Failure.usage("--clear forgets all of it", hint: "leave out \(option)")
        }
        return try Ask.show(MethodParams("library.pending.clear"), connection.options, form) { result, _ in
          PendingPage.cleared(result)
        }
      }
      form.more = { PendingPage.more($0) }
      var params = MethodParams("library.pending")
      pages.add(to: &params)
      let isWhole = try whole.isWanted(form, page: pages.option)
      try Ask.show(params, isWhole: isWhole, connection.options, form) { PendingPage.text($0, on: $1) }
    }
  }
}
