import Foundation
import JSONRPC
import Testing

/// Answers that upstreams gave once, in a folder beside the project: they are not ours to hand on.
/// `MOVIERPC_RECORDINGS` names another one.
enum Recordings {
  static let folder: String = {
    if let folder = ProcessInfo.processInfo.environment["MOVIERPC_RECORDINGS"] { return folder }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return package.deletingLastPathComponent().appendingPathComponent("shared/fixtures/upstream").path
  }()

  static var areThere: Bool { FileManager.default.fileExists(atPath: folder) }
  static let reason: Comment = "there are no recorded answers; MOVIERPC_RECORDINGS names a folder with them"

  /// Without `.json`.
  static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  static func body(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json")))
  }

  static func json(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: String(decoding: body(name), as: UTF8.self))
  }

  /// Not on the loop.
  @concurrent static func loaded(_ name: String) async throws -> JSONValue { try json(name) }
}
