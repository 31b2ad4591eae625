import Glibc
import JSONRPC
import MovieProtocol

/// `Protocol/transcripts`, found relative to this file.
package enum Transcripts {
  package static func all() throws -> [Transcript] {
    let folder = protocolFolder + "/transcripts"
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
      try Transcript(name: name, text: TemporaryFolder.read(folder + "/" + name))
    }
  }

  /// `Protocol` in the checkout.
  package static var protocolFolder: String {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/Protocol"
  }
}

extension Transcript {
  /// Plays the client's part against `client`; returns the differences, by line.
  package func replay(_ client: LineClient) throws -> [String] {
    var faults: [String] = []
    var methods: [String: (Method, isSelective: Bool)] = [:]
    var replacements: [Int: String] = [:]
    let folder = try TemporaryFolder()
    for file in files { try TemporaryFolder.write(file.text, to: folder.path + "/" + file.name) }
    // What is sent together comes together, however long this thread does not run: a search waits for 2 s at most.
    var unsent: [String] = []
    for (line, step) in steps {
      if case .send(let text) = step {
        note(text, in: &methods)
        unsent.append(text.replacing("<files>", with: folder.path))
        continue
      }
      if !unsent.isEmpty { try client.send(unsent.joined(separator: "\n")) }
      unsent = []
      switch step {
      case .send: break
      case .shutDown: client.shutDown()
      case .expectClose:
        if let more = try client.line() { faults.append("\(name):\(line): expected the end, got \(more)") }
      case .expect(let expected):
        guard let got = try client.line() else {
          faults.append("\(name):\(line): expected an answer, got the end")
          return faults
        }
        let found = differences(expected, got, methods)
        if !found.isEmpty { replacements[line] = Placeholder.keeping(expected, in: got) }
        faults += found.map { "\(name):\(line): \($0)" }
      }
    }
    // As `make docs` asks for. The differences are reported all the same: they are to be read.
    if getenv("MOVIERPC_UPDATE") != nil { try update(replacements) }
    return faults
  }

  /// - Parameter replacements: expected answers, by their lines.
  private func update(_ replacements: [Int: String]) throws {
    let path = Transcripts.protocolFolder + "/transcripts/" + name
    var lines = TemporaryFolder.read(path).split(separator: "\n", omittingEmptySubsequences: false)
    for (line, text) in replacements { lines[line - 1] = "<-- " + text[...] }
    try TemporaryFolder.write(lines.joined(separator: "\n"), to: path)
  }

  private func differences(
    _ expected: String, _ got: String, _ methods: [String: (Method, isSelective: Bool)]
  ) -> [String] {
    guard let reply = try? JSONValue(parsing: got) else { return ["not JSON: \(got)"] }
    var faults: [String] = []
    for one in reply.arrayValue ?? [reply] {
      if one["method"] == "event" {
        faults += SchemaCheck.faults(inEvent: one)
      } else if let id = one["id"]?.text(), let (method, isSelective) = methods[id] {
        faults += SchemaCheck.faults(in: one, of: method, isSelective: isSelective)
      }
    }
    if Placeholder.isIn(expected) {
      guard let wanted = try? JSONValue(parsing: expected) else {
        return faults + ["the expectation is not JSON"]
      }
      if let difference = Placeholder.difference(wanted, reply) { faults.append(difference) }
    } else if expected != got {
      faults.append("got \(got)")
    }
    return faults
  }

  /// Records the method of each request id, to know the schema of its answer, and whether it chooses members.
  private func note(_ text: String, in methods: inout [String: (Method, isSelective: Bool)]) {
    guard let message = try? JSONValue(parsing: text) else { return }
    for one in message.arrayValue ?? [message] {
      if let id = one["id"]?.text(), let name = one["method"]?.stringValue {
        methods[id] = MethodTable.method(named: name).map { ($0, one["params"]?["fields"] != nil) }
      }
    }
  }

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
      case .shutDown, .expectClose: break
      }
    }
    return (methods, kinds)
  }
}
