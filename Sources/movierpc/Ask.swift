import JSONRPC
import MovieClient

/// What the commands about titles share: they ask once, and show the answer in the form that is wanted.
enum Ask {
  /// In which form an answer is printed, where it is not a page for a person.
  struct Form {
    var json = false
    var format: FormatTemplate?
    var picker: PickerLines.Form?
    /// The words for standard error when there is nothing to show.
    var ifEmpty = "nothing found"
  }

  /// Asks `params.method` and prints the result.
  static func show(
    _ params: MethodParams, _ connection: ConnectionOptions, _ form: Form,
    _ page: (JSONValue, Screen) -> String
  ) throws(Failure) {
    // What is wrong with the words is said before a daemon is started for them.
    let json = try params.json()
    let deadline = Deadline(connection.timeout)
    var caller = Caller(try Daemon.connect(connection, deadline))
    try show(try caller.result(params.method, params: json, deadline), form, page)
  }

  static func show(_ result: [UInt8], _ form: Form, _ page: (JSONValue, Screen) -> String) throws(Failure) {
    let isForPeople = form.format == nil && form.picker == nil
    guard !isForPeople || (!form.json && Output.isTerminal) else {
      return try Output.json(result, oneLine: true)
    }
    let tree = try tree(result)
    if let format = form.format {
      try write(try format.lines(of: rows(tree)).map { $0 + "\n" }.joined(), form)
    } else if let picker = form.picker {
      try write(PickerLines.text(PickerLines.titles(of: tree), as: picker), form)
    } else {
      try write(page(tree, .current()), form)
    }
  }

  static func tree(_ result: [UInt8]) throws(Failure) -> JSONValue {
    do {
      return try JSONValue(parsing: result.span)
    } catch {
      throw Failure(.failed, "the result is not JSON: \(error.reason)")
    }
  }

  /// The rows a template is for: those of a list, the titles of `home`, else the result itself.
  private static func rows(_ result: JSONValue) -> JSONValue {
    let isHome = result["rows"] != nil
    let rows = result["results"]?.arrayValue ?? (isHome ? PickerLines.titles(of: result) : [result])
    return ["results": .array(rows)]
  }

  private static func write(_ text: String, _ form: Form) throws(Failure) {
    guard !text.isEmpty else { return Output.note(form.ifEmpty) }
    try Output.write(text)
  }
}
