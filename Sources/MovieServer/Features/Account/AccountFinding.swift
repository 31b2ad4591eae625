import JSONRPC
import MovieProtocol

extension AccountStatus {
  /// For `doctor`; nil: there is no account.
  var finding: DoctorFinding? {
    guard let message else { return nil }
    let name = "account"
    guard state != .revoked else {
      return DoctorFinding(
        name, .problem, message, Advice(.connectAccount, .method(AccountConnectMethod.method.name)))
    }
    guard error != nil || question != nil else { return DoctorFinding(name, .ok, message) }
    return DoctorFinding(name, .warning, message, Advice(.compareNow, .method(AccountSyncMethod.method.name)))
  }
}
