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
      let asked = (remedy["ask"]?.arrayValue ?? []).compactMap(\.stringValue)
      line = Self.line(method, remedy["params"]?.objectValue ?? [], asked)
    } else if let name = remedy["setting"]?.stringValue, let setting = Setting.named(name),
      setting.permission != .fileOnly
    {
      let isFlag = if case .boolean = setting.type { true } else { false }
      line = "movierpc settings set \(name)" + (isFlag ? " true" : "")
    } else if let params = remedy["params"]?.objectValue, !params.isEmpty, let request,
      params.allSatisfy({ $0.value == .bool(true) })
    {
      line = Self.line(request.method, request.members + params, [])
    } else {
      return nil
    }
  }

  private static func line(_ method: String, _ params: [JSONMember], _ asked: [String]) -> String {
    guard let command = commands[method] else {
      let json = params.isEmpty ? [] : [JSONValue.object(params).text()]
      return (["movierpc", "call", method] + json).map(ShellWord.quoted).joined(separator: " ")
    }
    var words = ["movierpc"] + command
    for param in params {
      let option = MethodParams.option(param.name)
      if option.hasPrefix("--") { words.append(option) }
      if param.value != .bool(true) { words.append(ShellWord.quoted(MethodParams.typed(param.value))) }
    }
    for name in asked {
      let option = MethodParams.option(name)
      // A PIN is asked for on the terminal.
      if option.hasPrefix("--") {
        words += [option, name.uppercased()]
      } else if option == option.uppercased() {
        words.append(option)
      }
    }
    return words.joined(separator: " ")
  }

  private static let commands = [
    "search": ["search"], "watchlist": ["watchlist"], "favorites": ["favorites"],
    "watchlist.add": ["watchlist", "add"], "favorites.add": ["favorites", "add"],
    "downloads": ["download", "list"], "downloads.add": ["download"], "trailer": ["trailer"],
    "player.play": ["play"], "player.stop": ["player", "stop"], "genres": ["genres"],
    "providers": ["providers"], "status": ["status"], "rpc.discover": ["methods"],
    "profiles": ["profiles"], "profiles.select": ["profiles", "select"],
    "profiles.unlock": ["profiles", "unlock"], "profiles.create": ["profiles", "create"],
    "settings": ["settings"], "library.import.cancel": ["library", "cancel"],
    "catalogue.import": ["catalogue", "import"], "catalogue.cancel": ["catalogue", "cancel"],
    "catalogue.update": ["catalogue", "update"], "account.status": ["account"],
    "account.connect": ["account", "connect"], "account.disconnect": ["account", "disconnect"],
    "account.sync": ["account", "sync"], "account.journal": ["account", "journal"],
    "account.undo": ["account", "undo"],
  ]
}
