import JSONRPC
import MovieClient
import MovieProtocol

/// Shared by the commands about titles: they send one request, and show the answer in the requested form.
enum ResultPrinter {
  /// The form in which an answer is printed, if it is not a page for people.
  struct Form {
    var json = false
    /// For people, even if the output is not a terminal.
    var text = false
    var format: FormatTemplate?
    var picker: PickerLines.Form?
    /// A menu waits for pictures that have not been fetched yet.
    var hasAllIcons = false
    /// The text on standard error when there is nothing to show.
    var ifEmpty = "nothing found"
    /// The text on standard error when the lines on a terminal are not complete.
    var more: (JSONValue) -> String? = { _ in nil }

    /// A page, and not input for another program.
    var isForPeople: Bool {
      format == nil && picker == nil && !json && (text || Output.isTerminal)
    }
  }

  /// Reads a list that has no pages of its own.
  typealias ReadAll = (inout RPCClient) throws(CommandError) -> JSONValue

  /// Calls `params.method` and prints the result.
  ///
  /// - Parameter readAll: used instead, if the whole list is requested.
  static func show(
    _ params: MethodParams, _ connection: ConnectionOptions, _ form: Form, readAll: ReadAll? = nil,
    _ page: (JSONValue, Screen) -> String
  ) throws(CommandError) {
    // Invalid arguments are reported before a daemon is started for them.
    _ = try params.json()
    var caller = try RPCClient.connected(connection)
    let result: [UInt8]
    if let readAll {
      result = Array(try readAll(&caller).text().utf8)
      caller.restartDeadline()
    } else {
      result = try caller.result(params)
    }
    guard form.picker == .rofi else {
      return try show(result, form, page) { caller.activeProfile()?.reasons ?? [] }
    }
    let tree = try RPCClient.json(result)
    let titles = PickerLines.titles(of: tree)
    let files = TitleIcons.files(of: titles, isFetching: form.hasAllIcons, &caller)
    try write(PickerLines.text(titles, as: .rofi) { files[$0] }, form, tree) {
      caller.activeProfile()?.reasons ?? []
    }
  }

  /// - Parameter reasons: why there may be nothing to show, in addition to the reasons in the answer.
  static func show(
    _ result: [UInt8], _ form: Form, _ page: (JSONValue, Screen) -> String,
    reasons: () -> [String] = { [] }
  ) throws(CommandError) {
    guard form.isForPeople || form.format != nil || form.picker != nil else {
      return try Output.json(result, oneLine: true)
    }
    let tree = try RPCClient.json(result)
    if let format = form.format {
      try write(try format.lines(of: titles(tree)).map { $0 + "\n" }.joined(), form, tree, reasons)
      if Output.isTerminal, let more = form.more(tree) { Output.note(more) }
    } else if let picker = form.picker {
      try write(PickerLines.text(PickerLines.titles(of: tree), as: picker), form, tree, reasons)
    } else {
      try write(page(tree, .current()), form, tree, reasons)
    }
  }

  /// For people the rows of `home` are its titles, and a change of a list is about one title.
  private static func titles(_ result: JSONValue) -> JSONValue {
    if result["rows"] != nil { return ["results": .array(PickerLines.titles(of: result))] }
    guard let changed = result["changed"], let title = result["title"] else { return result }
    // If the title is unknown there is nothing to write a line about.
    let row = title.objectValue.map { JSONValue.object($0 + [JSONMember("changed", changed)]) }
    return ["results": .array(row.map { [$0] } ?? [])]
  }

  private static func write(
    _ text: String, _ form: Form, _ result: JSONValue, _ reasons: () -> [String]
  ) throws(CommandError) {
    guard text.isEmpty else { return try Output.write(text) }
    Output.note(form.ifEmpty)
    for reason in MetaLines.reasons(JSONView<TitlePage>(result).meta) + reasons() { Output.note(reason) }
  }
}
