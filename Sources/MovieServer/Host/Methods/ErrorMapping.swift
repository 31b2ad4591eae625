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
    default: internalError(error, call.handler.method.name)
    }
  }

  /// A bug, as far as the client can tell. The log has the full error under the incident's number; the client
  /// gets only the number.
  private func internalError(_ error: any Error, _ method: String) -> RPCError {
    let incident = UInt32.random(in: .min ... .max).padded(to: 8, radix: 16)
    logger.error("\(method) failed: \(error)", metadata: ["incident": "\(incident)"])
    return RPCError(
      .internalError, .internalError, Advice(.findIncident), details: ["incident": .string(incident)])
  }
}

extension RPCError {
  init(_ error: LaneError) {
    self.init(.storageError, .unresponsive(.resource(error.resource)), Advice(.checkDisk))
  }

  /// A change that the library rejected.
  init(_ error: LibraryError) {
    self.init(.storageError, .nothingChanged("\(error)"), Advice(Self.hint(for: error)))
  }

  /// A read from the library that failed.
  init(reading error: LibraryError) {
    let text: Message =
      error.code == .unresponsive ? .unresponsive(.dataFolder) : .libraryUnreadable("\(error)")
    self.init(.storageError, text, Advice(Self.hint(for: error)))
  }

  private static func hint(for error: LibraryError) -> Message {
    switch error.code {
    case .full: .freeSpace
    case .readOnly, .file: .makeWritable
    case .damaged, .foreign: .moveLibraryAway
    case .damagedInUse:
      .restartToRestore
    case .replaced: .restartForFile
    case .newer: .upgradeProgram
    case .busy: .endOtherProgram
    case .closed: .connectAgain
    case .unresponsive: .checkDisk
    default: .seeLog
    }
  }
}
