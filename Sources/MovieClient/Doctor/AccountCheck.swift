import JSONRPC
import MovieProtocol

/// The TMDB account of the profile in which commands start.
enum AccountCheck {
  /// Nil: there is none, or the daemon is older.
  static func finding(_ caller: inout RPCClient) -> Finding? {
    guard let json = try? caller.json("account.status") else { return nil }
    let status = JSONView<AccountStatus>(json)
    let (name, waiting) = (status.username ?? "?", status.waitingChanges ?? 0)
    switch status.state {
    case .revoked:
      return Finding(
        "account", .problem, "TMDB no longer accepts the session of \(name)",
        hint: "movierpc account connect")
    case .connected:
      if status.question != nil {
        return Finding(
          "account", .warning, "connected with \(name), but nothing is changed until you agree",
          hint: "movierpc account sync")
      }
      guard status.error != nil || waiting > 0 else {
        return Finding("account", .ok, "connected with \(name)")
      }
      return Finding(
        "account", .warning, "connected with \(name); changes that TMDB has not got yet: \(waiting)",
        hint: "movierpc account shows why; movierpc account sync tries it now")
    default: return nil
    }
  }
}
