import JSONRPC
import MovieProtocol

/// The TMDB account of the profile in which commands start.
enum AccountCheck {
  private static let name = "account"

  /// Nil: there is none, or the daemon is older.
  static func finding(_ caller: inout RPCClient) -> Finding? {
    (try? caller.json("account.status")).flatMap(finding)
  }

  /// - Parameter result: of `account.status`.
  static func finding(_ result: JSONValue) -> Finding? {
    let status = JSONView<AccountStatus>(result)
    guard let facts = AccountPage.facts(result, in: .current) else { return nil }
    guard status.state != .revoked else {
      return Finding(name, .problem, "\(facts)", hint: "movierpc account connect")
    }
    guard status.error == nil else {
      return Finding(name, .warning, "\(facts)", hint: "movierpc account sync tries it now")
    }
    return Finding(name, status.question == nil ? .ok : .warning, "\(facts)")
  }
}
