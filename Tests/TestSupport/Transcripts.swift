import Glibc
import JSONRPC
import MovieProtocol

/// The transcripts of the checkout, found relative to this file.
package enum Transcripts {
  /// `Protocol/transcripts`: what others read and test their programs with.
  package static func all() throws -> [Transcript] { try all(in: protocolFolder + "/transcripts") }

  /// `Tests/Transcripts`
  package static func ofTests() throws -> [Transcript] { try all(in: root + "/Tests/Transcripts") }

  private static func all(in folder: String) throws -> [Transcript] {
    guard let directory = opendir(folder) else { throw Transcript.Fault(description: "no folder \(folder)") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".txt") { names.append(name) }
    }
    return try names.sorted().map { name throws(Transcript.Fault) in
      try Transcript(name: name, folder: folder, text: TemporaryFolder.read(folder + "/" + name))
    }
  }

  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// `Protocol` in the checkout.
  package static let protocolFolder = root + "/Protocol"
}

extension Transcript {
  /// Every method that it calls and gets a result from, and every kind of error in it.
  package var covered: (methods: Set<String>, kinds: Set<String>) {
    var (methods, kinds): (Set<String>, Set<String>) = ([], [])
    var asked: [String: String] = [:]
    for (_, step) in steps {
      switch step {
      case .send(let text):
        guard let message = try? JSONValue(parsing: text) else { continue }
        for one in message.arrayValue ?? [message] {
          if let id = one["id"]?.text(), let name = one["method"]?.stringValue { asked[id] = name }
        }
      case .expect(let text):
        guard let reply = try? JSONValue(parsing: text) else { continue }
        for one in reply.arrayValue ?? [reply] {
          if let kind = one["error"]?["data"]?["kind"]?.stringValue { kinds.insert(kind) }
          if one["result"] != nil, let id = one["id"]?.text(), let name = asked[id] { methods.insert(name) }
        }
      default: break
      }
    }
    return (methods, kinds)
  }
}
