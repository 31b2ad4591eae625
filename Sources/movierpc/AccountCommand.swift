import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: localized("Keep your lists the same at TMDB."),
    discussion: localizedParagraphs(
      """
      The watchlist and the favourites of your profile and of your account at
      TMDB become the same, in both directions.

        movierpc account connect
        movierpc account sync
        movierpc account journal
        movierpc account undo
        movierpc account disconnect

      The first comparison changes nothing: it shows what would change, and
      asks you. From then on the daemon compares every 30 minutes, and soon
      after you change a list. What one side has lost, the other loses only
      after a second look. Notes and marks stay on this machine.
      """),
    subcommands: [Show.self, Connect.self, Sync.self, Journal.self, Undo.self, Disconnect.self],
    defaultSubcommand: Show.self)
}

extension AccountCommand {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: localized("Show the account, what waits, and what is wrong; the same as account alone."),
      usage: "movierpc account [options]", aliases: ["show", "list", "ls"])

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try ResultPrinter.show(MethodParams("account.status"), connection.options, form.form) {
        AccountPage.status($0, on: $1)
      }
    }
  }

  struct Connect: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "connect", abstract: localized("Connect your profile with your account at TMDB."),
      usage: "movierpc account connect [--no-open] [options]",
      discussion: localizedParagraphs(
        """
        Opens a page of TMDB, on which you sign in and approve, and waits for
        that for 15 minutes. The daemon goes on waiting when this command ends;
        account disconnect ends that.
        """))

    @Flag(help: .localized("Only print the address of the page."))
    var noOpen = false

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: PatientConnection

    func run() throws {
      var caller = try RPCClient.connected(connection.options)
      let answer = JSONView(try caller.json("account.connect"), AccountLink.shape)
      let link = answer.link ?? ""
      Output.note(localized("Approve at \(TerminalText.cleaned(link))"))
      if !noOpen, Output.isTerminal {
        do throws(CommandError) {
          try OpenAddress.open(link)
        } catch {
          Output.note(error.message)
        }
      }
      let result = try Self.wait(&caller, connection.timeout)
      try ResultPrinter.show(result, form.form) { AccountPage.status($0, on: $1) }
      let status = JSONView<AccountStatus>(try RPCClient.json(result))
      guard status.state == .connected else {
        throw CommandError(.failed, "the account is not connected", hint: "movierpc account connect")
      }
    }

    /// The daemon answers each request shortly before its time is over.
    private static func wait(_ caller: inout RPCClient, _ limit: Seconds?) throws(CommandError) -> [UInt8] {
      caller.restartDeadline(limit ?? .max)
      var params = MethodParams("account.status")
      params.add("wait", true)
      params.add("timeout_ms", "60000")
      while true {
        let result = try caller.result(params)
        guard JSONView<AccountStatus>(try RPCClient.json(result)).state == .waiting else { return result }
      }
    }
  }

  struct Sync: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sync", abstract: localized("Compare your lists with those at TMDB now."),
      usage: "movierpc account sync [--yes] [options]",
      discussion: localizedParagraphs(
        """
        The first time, and when most titles would be removed, this shows what
        would change, and asks you. Without a terminal nothing is changed then,
        and the exit status is 1, unless you give --yes. There is no time limit
        unless you give --timeout.
        """))

    @Flag(help: .localized("Make the changes without a question."))
    var yes = false

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: PatientConnection

    func run() throws {
      var caller = try RPCClient.connected(connection.options)
      caller.restartDeadline(connection.timeout ?? .max)
      var result = try caller.result("account.sync")
      // Again if the lists have changed meanwhile, so that the plan is another one.
      while let plan = try Self.plan(result) {
        if !yes { try agree(to: result) }
        var params = MethodParams("account.sync")
        params.add("consent", plan)
        caller.restartDeadline(connection.timeout ?? .max)
        result = try caller.result(params)
      }
      try ResultPrinter.show(result, form.form) { AccountPage.sync($0, on: $1) }
    }

    /// Nil: there is no question.
    private static func plan(_ result: [UInt8]) throws(CommandError) -> String? {
      let sync = JSONView(try RPCClient.json(result), AccountSync.shape)
      return sync[\.question]?.isNull == false ? sync.plan : nil
    }

    private func agree(to result: [UInt8]) throws(CommandError) {
      try ResultPrinter.show(result, form.form) { AccountPage.sync($0, on: $1) }
      switch try ConsentInput.prompt(localized("Make these changes? Type yes or no:")) {
      case true?: return
      case false?: throw CommandError(.failed, "nothing was changed")
      case nil:
        throw CommandError(
          .failed, "cannot ask for consent: standard input is not a terminal",
          hint: "to agree: movierpc account sync --yes")
      }
    }
  }

  struct Journal: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "journal",
      abstract: localized("List what was changed because of the account, newest first."),
      usage: "movierpc account journal [options]")

    @OptionGroup var list: ListArguments
    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let form = try form(ifEmpty: "nothing was changed\(list.pages.place)")
      try list.show(MethodParams("account.journal"), connection, form, of: .row) {
        AccountPage.journal($0, on: $1)
      }
    }
  }

  struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: localized("Undo changes, here and at TMDB."),
      usage: "movierpc account undo [ID] [options]",
      discussion: localizedParagraphs(
        """
        Without an ID, all changes of the last comparison are undone. Afterwards
        both sides differ by these titles, until you change one of them again.
        A title with a note or a mark that you have made since stays.
        """))

    @Argument(help: .localized("Of the change, from account journal."))
    var id: String?

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: PatientConnection

    func run() throws {
      var params = MethodParams("account.undo")
      params.add("id", id)
      _ = try params.json()
      var caller = try RPCClient.connected(connection.options)
      caller.restartDeadline(connection.timeout ?? .max)
      try ResultPrinter.show(try caller.result(params), form.formOfChange) { AccountPage.undone($0, on: $1) }
    }
  }

  struct Disconnect: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "disconnect", abstract: localized("Disconnect your profile from its account at TMDB."),
      usage: "movierpc account disconnect [options]",
      discussion: localizedParagraphs(
        """
        Both lists stay as they are. The journal is forgotten: undo first what
        you want to undo.
        """))

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try ResultPrinter.show(MethodParams("account.disconnect"), connection.options, form.formOfChange) {
        result, _ in AccountPage.disconnected(result, on: .ofChange)
      }
    }
  }
}
