import JSONRPC
import MovieProtocol

enum AccountCommands {
  static let group = Command(
    "account", summary: "Keep your lists the same at TMDB.",
    discussion: localizedParagraphs(
      """
      The watchlist and the favourites of your profile and of your account at
      TMDB become the same, in both directions.

      The first comparison changes nothing: it shows what would change, and
      asks you. From then on the daemon compares every 30 minutes, and soon
      after you change a list. What one side has lost, the other loses only
      after a second look. Notes and marks stay on this machine.
      """),
    standard: "status",
    subcommands: [
      Command(
        "status", aliases: ["show", "list", "ls"],
        summary: "Show the account, what waits, and what is wrong; the same as account alone.",
        method: "account.status",
        options: [.report], run: Answer.show { AccountPage.status($0, on: $1) }),
      AccountConnect.command, AccountSyncRun.command, journal, undo, disconnect,
    ])

  private static let journal = Command(
    "journal", summary: "List what was changed because of the account, newest first.",
    method: "account.journal",
    options: [.pages, .all, .output],
    run: Answer.show(of: .row, ifEmpty: { localized("nothing was changed\($0.place)") }) {
      AccountPage.journal($0, on: $1)
    })

  private static let undo = Command(
    "undo", summary: "Undo changes, here and at TMDB.",
    discussion: localizedParagraphs(
      """
      Without an ID, all changes of the last comparison are undone. Afterwards
      both sides differ by these titles, until you change one of them again.
      A title with a note or a mark that you have made since stays.
      """),
    method: "account.undo",
    arguments: [Argument("ID", .optional, for: "id", help: "Of the change, from account journal.")],
    options: [.report], connection: .patient,
    run: Answer.change { AccountPage.undone($0, on: $1) })

  private static let disconnect = Command(
    "disconnect", summary: "Disconnect your profile from its account at TMDB.",
    discussion: localizedParagraphs(
      """
      Both lists stay as they are. The journal is forgotten: undo first what
      you want to undo.
      """),
    method: "account.disconnect", options: [.report],
    run: Answer.change { result, _ in AccountPage.disconnected(result, on: .ofChange) })
}

/// `account connect`
private enum AccountConnect {
  static let command = Command(
    "connect", summary: "Connect your profile with your account at TMDB.",
    usage: "[--no-open] [options]",
    discussion: localizedParagraphs(
      """
      Opens a page of TMDB, on which you sign in and approve, and waits for
      that for 15 minutes. The daemon goes on waiting when this command ends;
      account disconnect ends that.
      """),
    method: "account.connect",
    options: [[.flag("no-open", help: "Only print the address of the page.")], .report],
    connection: .patient, run: run)

  @Sendable private static func run(_ invocation: Invocation) throws(CommandError) {
    var caller = try invocation.connect()
    let answer = JSONView(try caller.json("account.connect"), AccountLink.shape)
    let link = answer.link ?? ""
    Output.note(localized("Approve at \(TerminalText.cleaned(link))"))
    if !invocation.has("no-open"), Output.isTerminal {
      do throws(CommandError) {
        try OpenAddress.open(link)
      } catch {
        Output.note(error.message)
      }
    }
    let result = try wait(&caller)
    try ResultPrinter.show(result, try invocation.form()) { AccountPage.status($0, on: $1) }
    let status = JSONView<AccountStatus>(try RPCClient.json(result))
    guard status.state == .connected else {
      throw CommandError(.failed, "the account is not connected", hint: "movierpc account connect")
    }
  }

  /// The daemon answers each request shortly before its time is over.
  private static func wait(_ caller: inout RPCClient) throws(CommandError) -> [UInt8] {
    var params = MethodParams("account.status")
    params.add("wait", true)
    params.add("timeout_ms", "60000")
    while true {
      let result = try caller.result(params)
      guard JSONView<AccountStatus>(try RPCClient.json(result)).state == .waiting else { return result }
    }
  }
}

/// `account sync`
private enum AccountSyncRun {
  static let command = Command(
    "sync", summary: "Compare your lists with those at TMDB now.",
    usage: "[--yes] [options]",
    discussion: localizedParagraphs(
      """
      The first time, and when most titles would be removed, this shows what
      would change, and asks you. Without a terminal nothing is changed then,
      and the exit status is 1, unless you give --yes. There is no time limit
      unless you give --timeout.
      """),
    method: "account.sync",
    options: [[.flag("yes", help: "Make the changes without a question.")], .report],
    connection: .patient, run: run)

  @Sendable private static func run(_ invocation: Invocation) throws(CommandError) {
    var caller = try invocation.connect()
    var result = try caller.result("account.sync")
    // Again if the lists have changed meanwhile, so that the plan is another one.
    while let plan = try plan(result) {
      if !invocation.has("yes") { try agree(to: result, invocation) }
      var params = MethodParams("account.sync")
      params.add("consent", plan)
      caller.restartDeadline()
      result = try caller.result(params)
    }
    try ResultPrinter.show(result, try invocation.form()) { AccountPage.sync($0, on: $1) }
  }

  /// Nil: there is no question.
  private static func plan(_ result: [UInt8]) throws(CommandError) -> String? {
    let sync = JSONView(try RPCClient.json(result), AccountSync.shape)
    return sync[\.question]?.isNull == false ? sync.plan : nil
  }

  private static func agree(to result: [UInt8], _ invocation: Invocation) throws(CommandError) {
    try ResultPrinter.show(result, try invocation.form()) { AccountPage.sync($0, on: $1) }
    try ConsentInput.expect(
      localized("Make these changes? Type yes or no:"), command: "movierpc account sync")
  }
}
