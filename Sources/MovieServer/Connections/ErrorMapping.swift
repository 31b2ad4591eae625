import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

extension Server {
  /// The one place where an error of a handler becomes one of the wire.
  func wireError(_ error: any Error, of call: Call) -> RPCError {
    switch error {
    case let error as RPCError: error
    case let error as LibraryError: call.handler.isChange ? RPCError(error) : RPCError(reading: error)
    case let error as LaneError: RPCError(error)
    case is CatalogueUnfinished: .notFinished(in: call[.timeout], ": \(error)")
    default: internalError(error, call.handler.method.name)
    }
  }

  /// A bug, as far as the client can tell. The log has the full error under the incident's number; the client
  /// gets only the number.
  private func internalError(_ error: any Error, _ method: String) -> RPCError {
    let incident = UInt32.random(in: .min ... .max).padded(to: 8, radix: 16)
    logger.error("\(method) failed: \(error)", metadata: ["incident": "\(incident)"])
    return RPCError(
      .internalError, "internal error",
      hint: "find this incident in the daemon's log", details: ["incident": .string(incident)])
  }
}

extension RPCError {
  init(_ error: LaneError) {
    self.init(
      .storageError, "\(error)", hint: "see whether its disk or network drive works, then try again")
  }

  /// A change that the library rejected.
  init(_ error: LibraryError) {
    self.init(.storageError, "nothing was changed: \(error)", hint: Self.hint(for: error))
  }

  /// A read from the library that failed.
  init(reading error: LibraryError) {
    self.init(.storageError, "the library cannot be read: \(error)", hint: Self.hint(for: error))
  }

  private static func hint(for error: LibraryError) -> String {
    switch error.code {
    case .full: "free space on the disk, then try again"
    case .readOnly, .file: "make the file writable, then try again"
    case .damaged, .foreign: "stop the daemon, then move the file away or restore a copy"
    case .damagedInUse:
      "restart the daemon, which restores the newest good copy of a damaged library"
    case .replaced: "put the file back, or restart the daemon to use the new one"
    case .newer: "upgrade movierpc, or set folders.data to another folder"
    case .busy: "end the other program that uses the file, then try again"
    case .closed: "connect again in a moment"
    default: "see the daemon's log"
    }
  }
}
