import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

/// The forms of an answer.
struct OutputArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: .localized("Print JSON on one line; default in a pipe."))
  var json = false

  @Flag(name: [.customShort("T"), .long], help: .localized("Print for people, also in a pipe (for less)."))
  var text = false

  @Option(name: .shortAndLong, help: .localized("Print a line for each row: text with fields in braces."))
  var format: String?

  func form(ifEmpty: LocalizedText = "nothing found", picker: PickerArguments? = nil) throws(CommandError)
    -> ResultPrinter.Form
  {
    if picker?.icons == true, picker?.as != .rofi {
      throw .usage("--icons needs --as rofi", hint: "leave it out")
    }
    let words = [
      json ? "--json" : nil, text ? "--text" : nil, format.map { _ in "--format" },
      picker?.as.map { _ in "--as" },
    ]
    let given = words.compactMap(\.self)
    guard given.count <= 1 else {
      throw .usage("\(given[0]) and \(given[1]) cannot be combined", hint: "leave one of them out")
    }
    return ResultPrinter.Form(
      json: json, text: text, format: try template(), picker: picker?.as, hasAllIcons: picker?.icons ?? false,
      ifEmpty: ifEmpty.text)
  }

  private func template() throws(CommandError) -> FormatTemplate? {
    guard let format else { return nil }
    return try FormatTemplate(format)
  }
}

/// The options of a command that shows an answer.
protocol AnswerOptions: ParsableArguments {
  var output: OutputArguments { get }
  var connection: ConnectionArguments { get }
}

extension AnswerOptions {
  func form(ifEmpty: LocalizedText = "nothing found") throws(CommandError) -> ResultPrinter.Form {
    try output.form(ifEmpty: ifEmpty)
  }

  /// Calls `params.method` and prints the result.
  func show(
    _ params: MethodParams, as form: ResultPrinter.Form? = nil, _ page: (JSONValue, Screen) -> String
  ) throws(CommandError) {
    let form = if let form { form } else { try self.form() }
    try ResultPrinter.show(params, connection.options, form, page)
  }
}

/// `--as`, of commands whose answer is a list of titles.
struct PickerArguments: ParsableArguments {
  @Option(help: .localized("Print a line for each title, for a menu program.", valueName: "rofi|fzf"))
  var `as`: PickerLines.Form?

  @Flag(help: .localized("Fetch missing posters for rofi; without it, only cached ones are used."))
  var icons = false
}

extension PickerLines.Form: ExpressibleByArgument {}

/// The parameters that methods about titles have besides their own.
struct FreshnessArguments: ParsableArguments {
  @Option(help: .localized("Language of titles and texts, de or de-DE.", valueName: "code"))
  var language: String?

  @Option(help: .localized("Country of dates and certificates.", valueName: "code"))
  var region: String?

  @Flag(help: .localized("Use only cached and local data; send no request upstream."))
  var cacheOnly = false

  @Option(help: .localized("Fetch again if the cached answer is older than this.", valueName: "ms"))
  var maxAgeMs: String?

  /// In the order of the contract.
  func add(to params: inout MethodParams) {
    params.add("max_age_ms", maxAgeMs)
    params.add("cache_only", cacheOnly)
    params.add("language", language)
    params.add("region", region)
  }
}

/// `--page`, `--page-size`.
struct PageArguments: ParsableArguments {
  @Option(
    name: [.customShort("p", allowingJoined: true), .long],
    help: .localized("Number of the page, from 1.", valueName: "n"))
  var page: String?

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: .localized("Titles per page, 1 to 100.", valueName: "n"))
  var pageSize: String?

  /// Follows "nothing found": a later page may be empty even if the first is not.
  var place: String { page.map { $0 == "1" ? "" : localized(" on page \($0)") } ?? "" }

  func add(to params: inout MethodParams) {
    params.add("page", page)
    params.add("page_size", pageSize)
  }
}

/// `--all`, for lists of the library.
struct AllArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: .localized("Show all pages; default in a pipe with --format and --as."))
  var all = false

  /// - Parameter page: the option for a part, if one was given.
  func isWanted(_ form: ResultPrinter.Form, page: String?) throws(CommandError) -> Bool {
    if all, let page {
      throw .usage("--all and \(page) cannot be combined", hint: "leave one of them out")
    }
    // A script that reads lines cannot see that there are more.
    return all || (page == nil && !Output.isTerminal && (form.format != nil || form.picker != nil))
  }
}

extension PageArguments {
  /// The option that was given.
  var option: String? { page != nil ? "--page" : pageSize != nil ? "--page-size" : nil }
}

/// The options of a list with pages.
struct ListArguments: ParsableArguments {
  @OptionGroup var pages: PageArguments
  @OptionGroup var whole: AllArguments

  /// - Parameter noun: for one row.
  func show(
    _ params: MethodParams, _ connection: ConnectionArguments, _ form: ResultPrinter.Form,
    of noun: Quantity.Noun = .title,
    _ page: (JSONValue, Screen) -> String
  ) throws(CommandError) {
    var (params, form) = (params, form)
    pages.add(to: &params)
    form.more = { TitleTable.more($0, noun, hasAll: true) }
    let isWhole = try whole.isWanted(form, page: pages.option)
    let readAll: ResultPrinter.ReadAll = { [params] caller throws(CommandError) in
      try WholeList.read(params, &caller)
    }
    try ResultPrinter.show(params, connection.options, form, readAll: isWhole ? readAll : nil, page)
  }
}

/// `--type`, also available as `--media-type`.
struct TypeArguments: ParsableArguments {
  @Option(
    name: [.short, .customLong("type"), .customLong("media-type")],
    help: .localized("Films, series or both.", valueName: "movie|tv|any"),
    completion: .list(["movie", "tv", "any"]))
  var type: String?

  func add(to params: inout MethodParams) { params.add("media_type", type) }
}

extension MethodTable {
  /// The values of a choice parameter, for completions.
  static func choices(_ method: String, _ parameter: String) -> [String] {
    guard case .choice(let names)? = Self.method(named: method)?.parameter(named: parameter)?.type else {
      return []
    }
    return names
  }
}
