import JSONRPC
import MovieProtocol

/// A command with the words and the options that were given to it.
struct Invocation: Sendable {
  let command: Command
  /// The words that name the command, as typed: `["watchlist", "rm"]`.
  let path: [String]
  let words: [String]
  /// By the name of the option; a flag has none.
  private let values: [String: [String]]
  let wantsHelp: Bool

  init(
    _ command: Command, _ path: [String], _ words: [String] = [], _ values: [String: [String]] = [:],
    wantsHelp: Bool = false
  ) {
    (self.command, self.path, self.words, self.values) = (command, path, words, values)
    self.wantsHelp = wantsHelp
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  /// The last one, if it is given several times.
  subscript(option: String) -> String? { values[option]?.last }

  var connection: ConnectionOptions {
    var options = ConnectionOptions()
    options.socket = self["socket"]
    options.timeout = limit ?? .usual
    options.mayStart = !has("no-spawn")
    options.profile = self["profile"]
    return options
  }

  /// Nil: none was given.
  var limit: Seconds? { self["timeout"].flatMap { Seconds($0) } }

  /// The request of the command's method, with the parameters that were given, in the order of the contract.
  ///
  /// - Throws: for a value that is none of the parameter's type, before anything is sent.
  func params() throws(CommandError) -> MethodParams {
    let params = self.params(of: command.method ?? "")
    _ = try params.json()
    return params
  }

  func params(of method: String) -> MethodParams {
    var params = MethodParams(method)
    for parameter in MethodTable.method(named: method)?.parameters ?? [] {
      for (place, argument) in command.arguments.enumerated() where argument.parameter == parameter.name {
        let given = Array(argument.isRepeated ? words.dropFirst(place) : words.dropFirst(place).prefix(1))
        if !given.isEmpty { params.add(parameter, given) }
      }
      for option in command.options where option.parameter == parameter.name {
        guard let given = values[option.name] else { continue }
        switch option.value {
        case .flag(let flag): params.add(parameter.name, json: .bool(flag))
        case .parameter: params.add(parameter, option.takesList ? given : given.suffix(1))
        // The command turns it into the parameter.
        case .checked, .seconds, .text: break
        }
      }
    }
    return params
  }
}

extension MethodParams {
  /// Words as they are typed: of a list its parts, of a text its words.
  fileprivate mutating func add(_ parameter: Parameter, _ words: [String]) {
    switch parameter.type {
    case .texts, .choices, .list:
      add(parameter.name, words.flatMap { $0.split(separator: ",").map(String.init) })
    default: add(parameter.name, words.joined(separator: " "))
    }
  }
}
