import JSONRPC
import MovieProtocol

/// What an error says to do, as a command line that can be pasted.
struct RemedyCommand {
  /// `movierpc profiles unlock 'Living Room'`
  let line: String

  /// Nil: no command does it.
  ///
  /// - Parameters:
  ///   - remedy: as in `data` of an error.
  ///   - request: the request that failed.
  init?(_ remedy: JSONValue, after request: MethodParams?) {
    if let method = remedy["method"]?.stringValue {
      // Chosen for one command, a profile is an option of it.
      guard method != "profiles.select" || remedy["params"]?["default"] == true else { return nil }
      let asked = (remedy["ask"]?.arrayValue ?? []).compactMap(\.stringValue)
      let params = remedy["params"]?.objectValue ?? []
      // What was typed is what is to be found.
      let typed = request?.members.first { ["title", "name"].contains($0.name) }.map {
        JSONMember("q", $0.value)
      }
      if remedy["params"]?["reason"] == "restart" {
        line = (Self.program + ["daemon", "restart"]).joined(separator: " ")
      } else if let typed, asked == ["q"] {
        line = Self.line(method, [typed], [])
      } else {
        line = Self.line(method, params, asked)
      }
    } else if let name = remedy["setting"]?.stringValue, let setting = Setting.named(name),
      setting.permission != .fileOnly
    {
      let isFlag = if case .boolean = setting.type { true } else { false }
      line = (Self.program + ["settings", "set", name] + (isFlag ? ["true"] : [])).joined(separator: " ")
    } else if let params = remedy["params"]?.objectValue, !params.isEmpty, let request,
      params.allSatisfy({ $0.value == .bool(true) })
    {
      let others = request.members.filter { member in !params.contains { $0.name == member.name } }
      line = Self.line(request.method, others + params, [])
    } else {
      return nil
    }
  }

  /// With the daemon and the profile of the command that failed.
  private static let program = program(with: ["socket", "profile"])

  private static func program(with options: [String]) -> [String] {
    ["movierpc"] + TypedCommand.current.given(options).map(ShellWord.quoted)
  }

  private static func line(_ method: String, _ params: [JSONMember], _ asked: [String]) -> String {
    // A secret is asked for, and never an argument.
    let params = params.filter { !$0.name.hasSuffix("pin") }
    // The profile of the command may be the one that cannot be entered.
    let program = method.hasPrefix("profiles") ? program(with: ["socket"]) : program
    if method == "settings.update", let names = params.first(where: { $0.name == "reset" })?.value.arrayValue
    {
      return (program + ["settings", "reset"] + names.compactMap(\.stringValue).map(ShellWord.quoted))
        .joined(separator: " ")
    }
    guard let command = CommandTable.command(calling: method)?.path else {
      let json = params.isEmpty ? [] : [JSONValue.object(params).text()]
      return (program + (["call", method] + json).map(ShellWord.quoted)).joined(separator: " ")
    }
    let names = MethodParams(method)
    var words = program + command
    for param in params {
      let option = names.option(param.name)
      if option.hasPrefix("--") { words.append(ShellWord.quoted(option)) }
      if param.value != .bool(true) { words.append(ShellWord.quoted(names.typed(param.value))) }
    }
    for name in asked {
      let option = names.option(name)
      // A PIN is asked for on the terminal.
      if option.hasPrefix("--") {
        words += [ShellWord.quoted(option), ShellWord.quoted(name.uppercased())]
      } else if option == option.uppercased() {
        words.append(option)
      }
    }
    return words.joined(separator: " ")
  }
}
