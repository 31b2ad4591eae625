import JSONRPC
import MovieProtocol

extension Command {
  static let call = Command(
    "call", summary: "Call one method and print its result as JSON.",
    usage: "METHOD [PARAMS | name=text name:=json ...] [options]",
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
      """),
    arguments: [
      // That none is given is told with an example.
      Argument(
        "METHOD", .optional, form: "METHOD", completion: .asked(CompletionValues.methods),
        help: "The method's name."),
      Argument(
        "PARAMS", .any, completion: .asked(parameters),
        help: "Parameters: pairs, JSON, or - to read JSON from standard input."),
    ],
    options: [
      [
        .flag("json", "j", help: "Print JSON on one line, also on a terminal."),
        .flag("text", "T", help: "Print indented JSON, also in a pipe."),
        .flag("envelope", help: "Print the whole reply, including errors, as received."), .format,
      ]
    ],
    run: { (invocation) throws(CommandError) in
      let format = try invocation["format"].map { text throws(CommandError) in try FormatTemplate(text) }
      let call = try CallArguments(invocation.words)
      let reply = try reply(to: call, invocation)
      let isWhole = invocation.has("envelope")
      switch reply.answer {
      case .result(let result):
        if let format, !isWhole {
          let lines = try format.lines(of: RPCClient.json(result)).map { $0 + "\n" }
          try Output.write(lines.joined())
        } else {
          try write(isWhole ? reply.line : result, invocation)
        }
      case .error(let error):
        var failure = error.failure()
        if isWhole {
          try write(reply.line, invocation)
          // Standard output has all that is to be said.
          failure.message = ""
        }
        throw describing(failure, call)
      }
    })

  private static func reply(to call: CallArguments, _ invocation: Invocation) throws(CommandError)
    -> (line: [UInt8], answer: RPCClient.Answer)
  {
    let params: [UInt8]?
    do throws(CommandError) {
      params = try CallRequest.params(of: call) { () throws(CommandError) in
        try Input.all(limit: CallRequest.maxInputLength)
      }
    } catch {
      throw describing(error, call)
    }
    var caller = try invocation.connect(usesInput: call.readsStandardInput)
    return try caller.call(call.method, params: params)
  }

  /// What a method takes is not in the help of this command.
  private static func describing(_ failure: CommandError, _ call: CallArguments) -> CommandError {
    var failure = failure
    if failure.status == .usage, failure.hint == nil, failure.correction == nil,
      !failure.message.isEmpty, MethodTable.method(named: call.method) != nil
    {
      failure.hint = localized("see movierpc describe \(call.method)")
    }
    return failure
  }

  private static func write(_ json: [UInt8], _ invocation: Invocation) throws(CommandError) {
    try Output.json(
      json, oneLine: invocation.has("json"), isForPeople: invocation.has("text") || Output.isTerminal)
  }

  /// `year=`, and after it the values that are known.
  @Sendable private static func parameters(_ request: CompletionRequest) -> [CompletionWord] {
    guard let method = request.arguments.first.flatMap(MethodTable.method) else { return [] }
    return method.parameters.flatMap { parameter in
      let choices = parameter.type.choices
      return (choices.isEmpty ? [""] : choices).map {
        CompletionWord("\(parameter.name)=\($0)", about: parameter.summary)
      }
    }
  }
}
