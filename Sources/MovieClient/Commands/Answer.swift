import JSONRPC
import MovieProtocol

/// What most commands do: they send the request of their method, and show the answer.
enum Answer {
  typealias Page = @Sendable (JSONValue, Screen) -> String

  /// - Parameter noun: for one row of a list with pages; nil: it has none.
  static func show(
    of noun: Quantity.Noun? = nil,
    ifEmpty: @escaping @Sendable (Invocation) -> String = { _ in localized("nothing found") },
    _ page: @escaping Page
  ) -> Command.Run {
    { (invocation) throws(CommandError) in
      var form = try invocation.form(ifEmpty: ifEmpty(invocation))
      (form.noun, form.isWhole) = (noun, noun != nil && invocation.wantsAll(form))
      try ResultPrinter.show(try invocation.params(), invocation, form, page)
    }
  }

  /// A list of titles that words were searched for in.
  static func search() -> Command.Run {
    { (invocation) throws(CommandError) in
      let words = invocation.words.joined(separator: " ")
      var form = try invocation.form(ifEmpty: localized("nothing found for \"\(words)\"\(invocation.place)"))
      form.search = words
      try ResultPrinter.show(try invocation.params(), invocation, form, SearchPage.text)
    }
  }

  /// An answer about one title, which a key or words name.
  static func title(_ page: @escaping Page) -> Command.Run {
    { (invocation) throws(CommandError) in
      let form = try invocation.form()
      let result = try TitleCommand.result(try invocation.params(), invocation, hasPage: form.isForPeople)
      try ResultPrinter.show(result, form, page)
    }
  }

  /// The answer to a change: a line for people also in a pipe, unless JSON is requested.
  static func change(_ page: @escaping Page) -> Command.Run {
    { (invocation) throws(CommandError) in
      try ResultPrinter.show(
        try invocation.params(), invocation, invocation.formOfChange, page)
    }
  }

  /// Ends an import or an update.
  static let cancel = show { result, _ in
    (result["changed"] == true
      ? localized("The import was cancelled.") : localized("No import is in progress.")) + "\n"
  }

  /// Of a daemon that runs: none is started.
  ///
  /// - Parameter page: may query more for people.
  static func ofRunningDaemon(
    _ page:
      @escaping @Sendable (JSONValue, Screen, Invocation, inout RPCClient) throws(CommandError) -> String
  ) -> Command.Run {
    { (invocation) throws(CommandError) in
      var caller = try invocation.connect(mayStart: false)
      let result = try caller.result(try invocation.params())
      try ResultPrinter.show(result, try invocation.form()) { (tree, screen) throws(CommandError) in
        try page(tree, screen, invocation, &caller)
      }
    }
  }
}

extension Invocation {
  /// A command whose requests may take as long as they need has no limit of time unless one was given.
  ///
  /// - Parameter usesInput: standard input has something other than PINs, unless it is a terminal.
  func connect(usesInput: Bool = false, mayStart: Bool = true) throws(CommandError) -> RPCClient {
    var options = connection
    options.mayStart = options.mayStart && mayStart
    var caller = try RPCClient.connected(options) { (reason: String) throws(CommandError) in
      usesInput ? try PINInput.ofPerson(reason) : try PINInput.current(reason)
    }
    if case .patient = command.connection { caller.restartDeadline(limit ?? .max) }
    return caller
  }

  func form(ifEmpty: String = localized("nothing found")) throws(CommandError) -> ResultPrinter.Form {
    let picker = self["as"].flatMap { PickerLines.Form(rawValue: $0) }
    if has("icons"), picker != .rofi {
      throw .usage("--icons needs --as rofi", hint: "leave it out")
    }
    return ResultPrinter.Form(
      json: has("json"), text: has("text"),
      format: try self["format"].map { text throws(CommandError) in try FormatTemplate(text) },
      picker: picker, hasAllIcons: has("icons"), ifEmpty: ifEmpty)
  }

  var formOfChange: ResultPrinter.Form { ResultPrinter.Form(json: has("json"), text: !has("json")) }

  /// JSON, for an answer of the client's own.
  var isForPrograms: Bool { has("json") || !(has("text") || Output.isTerminal) }

  /// Follows "nothing found": a later page may be empty even if the first is not.
  var place: String { self["page"].map { $0 == "1" ? "" : localized(" on page \($0)") } ?? "" }

  /// A script that reads lines cannot see that there are more pages.
  func wantsAll(_ form: ResultPrinter.Form) -> Bool {
    has("all")
      || !has("page") && !has("page-size") && !Output.isTerminal
        && (form.format != nil || form.picker != nil)
  }

  /// The words that name the command, for messages: `watchlist remove`.
  var name: String { path.joined(separator: " ") }
}
