import Foundation

/// A folder for one test, removed with everything in it. Its path is short: it must fit into a socket
/// address.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    var template = Array("/tmp/movierpc-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Program.Fault(description: "mkdtemp: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package static func write(_ text: String, to path: String) throws {
    try write(bytes: Array(text.utf8), to: path)
  }

  package static func write(bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "we") else {
      throw Program.Fault(description: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw Program.Fault(description: "\(path): not written")
    }
  }

  /// "" if there is no file.
  package static func read(_ path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
