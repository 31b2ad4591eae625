import JSONRPC
import Logging
import MovieProtocol

extension Server {
  /// The one place where an error that is not of the wire becomes one: a bug, as far as the client can tell.
  /// The log has the whole story under the incident's number, and the client has only the number.
  func internalError(_ error: any Error, _ method: String) -> RPCError {
    let incident = Hexadecimal.text(.random(in: .min ... .max))
    logger.error("\(method) failed: \(error)", metadata: ["incident": "\(incident)"])
    return RPCError(
      .internalError, "\(method): something went wrong in the daemon",
      hint: "the daemon's log has more under this incident",
      details: [JSONMember("incident", .string(incident))])
  }
}
