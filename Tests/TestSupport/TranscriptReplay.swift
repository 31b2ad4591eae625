import Glibc
import JSONRPC
import MovieProtocol

/// Plays the client's part of a transcript.
package final class TranscriptReplay {
  /// The differences, by line.
  package private(set) var faults: [String] = []

  private let transcript: Transcript
  private let folder: TemporaryFolder
  /// What TMDB has been asked for so far.
  private let targets: () -> [String]
  /// Of each request, by its id; and whether it chooses members.
  private var methods: [String: (Method, isSelective: Bool)] = [:]
  /// Requests that are not written out, in the order in which they are answered; by connection.
  private var unanswered: [Int: [Int]] = [:]
  /// The instance that the daemon has named last.
  private var instance = ""
  /// Expected answers, by their lines.
  private var replacements: [Int: String] = [:]

  package init(_ transcript: Transcript, targets: @escaping () -> [String] = { [] }) throws {
    (self.transcript, self.targets) = (transcript, targets)
    folder = try TemporaryFolder()
    for file in transcript.files { try TemporaryFolder.write(file.text, to: folder.path + "/" + file.name) }
  }

  package func play(_ section: Transcript.Section, on client: LineClient) throws {
    if section.isRestart { unanswered = [:] }
    // What is sent together comes together, however long this thread does not run: a search waits for 2 s at most.
    var unsent: [String] = []
    func send() throws {
      if !unsent.isEmpty { try client.send(unsent.joined(separator: "\n")) }
      unsent = []
    }
    for (line, step) in section.steps {
      switch step {
      case .send(let text), .request(_, let text):
        if case .request(let id, _) = step { unanswered[section.connection, default: []].append(id) }
        note(text)
        unsent.append(
          text.replacing("<files>", with: folder.path).replacing("<instance>", with: instance))
      case .shutDown:
        try send()
        client.shutDown()
      case .expectClose:
        try send()
        if let more = try client.line() { fail(line, "expected the end, got \(more)") }
      case .requests(let count, let wanted):
        try send()
        let got = targets()
        if TranscriptUpstream.count(wanted, in: got) != count { fail(line, "TMDB was asked for \(got)") }
      case .expect, .expectPart:
        try send()
        guard let got = try client.line() else { return fail(line, "expected an answer, got the end") }
        compare(step, got, line, section.connection)
      }
    }
    try send()
  }

  /// Writes what was answered, as `make docs` asks for. The differences are reported all the same: they are to
  /// be read.
  package func end() throws {
    guard getenv("MOVIERPC_UPDATE") != nil, !replacements.isEmpty else { return }
    let path = transcript.folder + "/" + transcript.name
    var lines = TemporaryFolder.read(path).split(separator: "\n", omittingEmptySubsequences: false)
    for (line, text) in replacements { lines[line - 1] = "<-- " + text[...] }
    try TemporaryFolder.write(lines.joined(separator: "\n"), to: path)
  }

  private func fail(_ line: Int, _ fault: String) { faults.append("\(transcript.name):\(line): \(fault)") }

  private func compare(_ step: Transcript.Step, _ got: String, _ line: Int, _ connection: Int) {
    guard let reply = try? JSONValue(parsing: got) else { return fail(line, "not JSON: \(got)") }
    instance = reply["result"]?["instance"]?.stringValue ?? instance
    var found = schemaFaults(reply)
    switch step {
    case .expect(let expected):
      found += differences(expected, got, reply)
      if !found.isEmpty { replacements[line] = Placeholder.keeping(expected, in: got) }
    case .expectPart(let part):
      let id = unanswered[connection]?.first
      if !part.isEvent { unanswered[connection] = unanswered[connection].map { Array($0.dropFirst()) } }
      if let difference = part.difference(reply, answering: id) { found.append(difference) }
    default: break
    }
    for fault in found { fail(line, fault) }
  }

  private func schemaFaults(_ reply: JSONValue) -> [String] {
    (reply.arrayValue ?? [reply]).flatMap { one in
      if one["method"] == "event" { return SchemaCheck.faults(inEvent: one) }
      guard let id = one["id"]?.text(), let (method, isSelective) = methods[id] else { return [] }
      return SchemaCheck.faults(in: one, of: method, isSelective: isSelective)
    }
  }

  private func differences(_ expected: String, _ got: String, _ reply: JSONValue) -> [String] {
    guard Placeholder.isIn(expected) else { return expected == got ? [] : ["got \(got)"] }
    guard let wanted = try? JSONValue(parsing: expected) else { return ["the expectation is not JSON"] }
    return Placeholder.difference(wanted, reply).map { [$0] } ?? []
  }

  private func note(_ text: String) {
    guard let message = try? JSONValue(parsing: text) else { return }
    for one in message.arrayValue ?? [message] {
      if let id = one["id"]?.text(), let name = one["method"]?.stringValue {
        methods[id] = MethodTable.method(named: name).map { ($0, one["params"]?["fields"] != nil) }
      }
    }
  }
}

extension Transcript {
  /// Plays one without other connections against `client`; returns the differences, by line.
  package func replay(_ client: LineClient) throws -> [String] {
    let replay = try TranscriptReplay(self)
    for section in sections { try replay.play(section, on: client) }
    try replay.end()
    return replay.faults
  }
}
