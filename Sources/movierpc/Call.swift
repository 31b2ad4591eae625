import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

/// `movierpc call METHOD [PARAMS | name=text name:=json ...]`; its arguments are declared here only for the
/// help.
struct Call: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: localized("Call one method and print its result as JSON."),
    usage: "movierpc call METHOD [PARAMS | name=text name:=json ...] [options]",
    discussion: localizedParagraphs(
      """
      Parameters are pairs, or one word of JSON:

        movierpc call search q=dune year=2021
        movierpc call search '{"q":"dune","year":2021}'
        movierpc call search '<"q":"dune","year":2021>'
        echo '{"q":"dune"}' | movierpc call search -

      name=text   text, number or true/false, as the method needs it; for
                  an array, its only element. The name ends at the first =.
      name:=json  JSON: require:='["batch","library"]'

      JSON that begins with < may use < and > for braces, for programs in
      which braces have another meaning (i3, tmux, rofi). In a pipe the result
      is one line, on a terminal it is indented. Errors go to standard error.

      movierpc methods lists the methods, movierpc describe METHOD its
      parameters and result.
      """))

  @Argument(help: .localized("The method's name."), completion: .list(MethodTable.all.map(\.name)))
  var method: String

  @Argument(help: .localized("Parameters: pairs, JSON, or - to read JSON from standard input."))
  var parameters: [String] = []

  @Flag(name: .shortAndLong, help: .localized("Print JSON on one line, also on a terminal."))
  var json = false

  @Flag(name: [.customShort("T"), .long], help: .localized("Print indented JSON, also in a pipe."))
  var text = false

  @Flag(help: .localized("Print the whole reply, including errors, as received."))
  var envelope = false

  @Option(name: .shortAndLong, help: .localized("Print a line for each row: text with fields in braces."))
  var format: String?

  @OptionGroup var connection: ConnectionArguments
}

extension Call {
  static func perform(_ options: CallOptions) throws(CommandError) -> ExitStatus {
    switch (options.json, options.text, options.format != nil) {
    case (true, true, _): throw exclusive("--json", "--text")
    case (true, _, true): throw exclusive("--json", "--format")
    case (_, true, true): throw exclusive("--text", "--format")
    default: break
    }
    let call = try CallArguments(options.words)
    let params = try CallRequest.params(of: call) { () throws(CommandError) in
      try Input.all(limit: CallRequest.maxInputLength)
    }
    var caller = try RPCClient.connected(
      options.connection, pin: call.readsStandardInput ? PINInput.ofPerson : PINInput.current)
    let reply = try caller.call(call.method, params: params)
    switch reply.answer {
    case .result(let result):
      if let format = options.format, !options.envelope {
        try print(format, result)
      } else {
        try print(options.envelope ? reply.line : result, options)
      }
      return .done
    case .error(let error):
      let failure = error.failure()
      guard options.envelope else { throw failure }
      try print(reply.line, options)
      return failure.status
    }
  }

  private static func exclusive(_ one: String, _ other: String) -> CommandError {
    .usage("\(one) and \(other) cannot be combined", hint: "leave one of them out")
  }

  private static func print(_ json: [UInt8], _ options: CallOptions) throws(CommandError) {
    try Output.json(json, oneLine: options.json, isForPeople: options.text || Output.isTerminal)
  }

  private static func print(_ format: FormatTemplate, _ result: [UInt8]) throws(CommandError) {
    let lines = try format.lines(of: RPCClient.json(result)).map { $0 + "\n" }
    try Output.write(lines.joined())
  }
}
