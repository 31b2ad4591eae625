import JSONRPC
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
    var ifEmpty = localized("nothing found")
    /// The words of a search: then standard error also says why there are no titles.
    var search: String?
    /// The same list without its filters, and the options that these are: then standard error says how many are hidden.
    var unfiltered: (params: MethodParams, options: String)?
    /// For one row of a list with pages: then standard error says that there are more than the lines on a terminal.
    var noun: Quantity.Noun?
    /// All pages of the list.
    var isWhole = false

    /// A page, and not input for another program.
    var isForPeople: Bool {
      format == nil && picker == nil && !json && (text || Output.isTerminal)
    }
  }

  /// Calls `params.method`, whose parameters were checked, and prints the result.
  static func show(
    _ params: MethodParams, _ invocation: Invocation, _ form: Form,
    _ page: (JSONValue, Screen) throws(CommandError) -> String
  ) throws(CommandError) {
    var caller = try invocation.connect()
    let result =
      form.isWhole ? Array(try WholeList.read(params, &caller).text().utf8) : try caller.result(params)
    caller.restartDeadline()
    guard form.picker == .rofi else {
      return try show(result, form, page) { notes($0, isEmpty: $1, form, &caller) }
    }
    let tree = try RPCClient.json(result)
    let titles = PickerLines.titles(of: tree)
    let files = TitleIcons.files(of: titles, isFetching: form.hasAllIcons, &caller)
    try write(PickerLines.text(titles, as: .rofi) { files[$0] }, form, tree) {
      notes($0, isEmpty: $1, form, &caller)
    }
  }

  /// Why there is nothing or little to show, in sentences.
  private static func notes(
    _ result: JSONValue, isEmpty: Bool, _ form: Form, _ caller: inout RPCClient
  ) -> [String] {
    guard isEmpty else { return [] }
    let reasons =
      form.search.map { words in
        SearchNotes.ifEmpty(words, result) { (params) throws(CommandError) in try caller.json(params) }
      } ?? Self.reasons(result)
    return reasons + [others(form, result, &caller)].compactMap(\.self)
      + (caller.activeProfile()?.reasons ?? [])
  }

  /// How many the filters leave out.
  private static func others(_ form: Form, _ result: JSONValue, _ caller: inout RPCClient) -> String? {
    guard let (params, options) = form.unfiltered, JSONView<PageCount>(result).totalResults == 0,
      let all = try? caller.json(params), let total = JSONView<PageCount>(all).totalResults, total > 0
    else { return nil }
    return localized("\(Quantity.rows(total, .title)) without \(options).")
  }

  private static func reasons(_ result: JSONValue) -> [String] {
    let count = JSONView<PageCount>(result)
    let others = count.totalResults.flatMap { total in
      total > 0 && (count.page ?? 1) > 1
        ? localized("\(Quantity.rows(total)) in all, on \(Quantity.count(count.totalPages ?? 1, .page)).")
        : nil
    }
    return [others].compactMap(\.self) + MetaLines.reasons(JSONView<TitlePage>(result).meta)
  }

  /// - Parameter notes: sentences for standard error, of the result and whether there is nothing to show.
  static func show(
    _ result: [UInt8], _ form: Form, _ page: (JSONValue, Screen) throws(CommandError) -> String,
    notes: (JSONValue, _ isEmpty: Bool) -> [String] = { $1 ? reasons($0) : [] }
  ) throws(CommandError) {
    guard form.isForPeople || form.format != nil || form.picker != nil else {
      return try Output.json(result, oneLine: true)
    }
    let tree = try RPCClient.json(result)
    if let format = form.format {
      try write(try format.lines(of: titles(tree)).map { $0 + "\n" }.joined(), form, tree, notes)
      if Output.isTerminal, let noun = form.noun, let more = ListPage.more(tree, noun, hasAll: true) {
        Output.note(more)
      }
    } else if let picker = form.picker {
      try write(PickerLines.text(PickerLines.titles(of: tree), as: picker), form, tree, notes)
    } else {
      try write(try page(tree, .current()), form, tree, notes)
    }
  }

  /// For people the rows of `home` are its titles, and a change of a list is about one title.
  private static func titles(_ result: JSONValue) -> JSONValue {
    if result["rows"] != nil { return ["results": .array(PickerLines.titles(of: result))] }
    // Of a season the rows are its episodes; a person is one row, whatever lists there are of them.
    if let parts = result["parts"] { return ["results": parts] }
    if let episodes = result["episodes"] { return ["results": episodes] }
    if result["known_for"] != nil { return ["results": [result]] }
    guard let changed = result["changed"], let title = result["item"] else { return result }
    // If the title is unknown there is nothing to write a line about.
    let row = title.objectValue.map { JSONValue.object($0 + [JSONMember("changed", changed)]) }
    return ["results": .array(row.map { [$0] } ?? [])]
  }

  private static func write(
    _ text: String, _ form: Form, _ result: JSONValue, _ notes: (JSONValue, _ isEmpty: Bool) -> [String]
  ) throws(CommandError) {
    let notes = notes(result, text.isEmpty)
    if text.isEmpty {
      Output.note(form.ifEmpty)
    } else if form.isForPeople {
      try Pager.show(text)
    } else {
      try Output.write(text)
    }
    for note in notes { Output.note(note) }
  }
}
