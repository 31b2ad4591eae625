package import JSONRPC
import MovieProtocol

/// A conversation from `Protocol/transcripts`: what a client sends (`-->`) and the daemon's answers (`<--`).
///
///     // A comment.
///     --> {"jsonrpc":"2.0","id":1,"method":"ping"}
///     <-- {"jsonrpc":"2.0","id":1,"result":{"pong":true}}
///     <-x                                   the daemon closes the connection
///     >-x                                   the client shuts down its writing side
///     --- configuration: limits.depth = 8   a daemon of its own, with this in config.toml
///     --- environment: TMDB_API_KEY=abc     a daemon of its own, with this in its environment
///     --- upstream: titles                  the TMDB of upstream/titles.json, and a key for it
///     --- file: a.csv: Name,Year\nDune,2021 a file of that name, in which \n ends a line
///     --- in process: search fails          a fault that only a test inside the daemon can make, or its day
///
/// In expected answers, `"<pid>"` and the other names of ``Placeholder`` match any value of that kind; in
/// requests `<files>` is the folder of the files. Nothing else varies: an expectation without a placeholder
/// is compared byte for byte.
package struct Transcript: Sendable {
  package enum Step: Sendable, Equatable {
    case send(String)
    case expect(String)
    case expectClose
    case shutDown
  }

  package let name: String
  package var steps: [(line: Int, step: Step)] = []
  package var configuration: [String] = []
  package var environment: [String: String] = [:]
  package var files: [(name: String, text: String)] = []
  /// The name of a ``TranscriptUpstream``; nil: there is no TMDB.
  package var upstream: String?
  /// A fault or day that only a daemon inside the test process can have.
  package var inProcess: String?

  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  package init(name: String, text: String) throws(Fault) {
    self.name = name
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let number = index + 1
      if line.isEmpty || line.hasPrefix("//") { continue }
      if let sent = line.after("--> ") {
        steps.append((number, .send(sent)))
      } else if let expected = line.after("<-- ") {
        steps.append((number, .expect(expected)))
      } else if line == "<-x" {
        steps.append((number, .expectClose))
      } else if line == ">-x" {
        steps.append((number, .shutDown))
      } else if let setting = line.after("--- configuration: ") {
        configuration.append(setting)
      } else if let variable = line.after("--- environment: "), let equals = variable.firstIndex(of: "=") {
        environment[String(variable[..<equals])] = String(variable[variable.index(after: equals)...])
      } else if let file = line.after("--- file: "), let colon = file.firstRange(of: ": ") {
        let text = file[colon.upperBound...].replacing("\\n", with: "\n")
        files.append((String(file[..<colon.lowerBound]), String(text)))
      } else if let name = line.after("--- upstream: ") {
        upstream = name
      } else if let fault = line.after("--- in process: ") {
        inProcess = fault
      } else {
        throw Fault(
          description:
            "\(name):\(number): begins with none of //, -->, <--, <-x, >-x, --- configuration, --- environment, "
            + "--- upstream, --- file, --- in process"
        )
      }
    }
  }
}

extension Substring {
  fileprivate func after(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

/// The values that a transcript may leave open.
package enum Placeholder: String, CaseIterable {
  case pid, versions, instance, times, days, ages, waits, incident, memory, path, hint, text, rev

  func fits(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.pid, .number): (value.intValue ?? 0) > 0
    case (.versions, .string(let text)): text.split(separator: ".").count == 3
    case (.instance, .string(let text)): text.wholeMatch(of: /[0-9a-f]{8}-[0-9]+/) != nil
    case (.incident, .string(let text)), (.rev, .string(let text)):
      text.count == 8 && text.allSatisfy(\.isHexDigit)
    case (.times, .string(let text)): text.count == 20 && text.hasSuffix("Z")
    case (.days, .string(let text)): Day(text) != nil
    case (.path, .string(let text)): text.hasPrefix("/")
    case (.hint, .string(let text)): !text.isEmpty
    case (.text, .object): value["id"] != nil && value["args"] != nil
    case (.waits, .null): true
    case (.waits, .number): (value.intValue ?? -1) >= 0
    case (.times, .number), (.ages, .number), (.memory, .number): (value.intValue ?? -1) >= 0
    default: false
    }
  }

  package static func isIn(_ text: String) -> Bool {
    text.contains(document) || allCases.contains { text.contains("\"<\($0.rawValue)>\"") }
  }

  /// Stands for the content of Protocol/openrpc.json, except its examples.
  private static let document = "\"<openrpc.json>\""

  /// The answer `got`, with the placeholders of `expected` that still fit.
  static func keeping(_ expected: String, in got: String) -> String {
    guard let wanted = try? JSONValue(parsing: expected), let answer = try? JSONValue(parsing: got) else {
      return got
    }
    return keeping(wanted, in: answer).text()
  }

  private static func keeping(_ expected: JSONValue, in got: JSONValue) -> JSONValue {
    switch (expected, got) {
    case (.string("<openrpc.json>"), _): return expected
    case (.string(let text), _) where text.hasPrefix("<") && text.hasSuffix(">"):
      let open = Placeholder(rawValue: String(text.dropFirst().dropLast()))
      return open?.fits(got) == true || difference(expected, got) == nil ? expected : got
    case (.object(_), .object(let members)):
      return .object(
        members.map { member in
          JSONMember(member.name, expected[member.name].map { keeping($0, in: member.value) } ?? member.value)
        })
    case (.array(let wanted), .array(let items)):
      return .array(
        items.enumerated().map { $0 < wanted.count ? keeping(wanted[$0], in: $1) : $1 })
    default: return got
    }
  }

  /// Nil if `actual` matches `expected`; otherwise the place that differs.
  package static func difference(
    _ expected: JSONValue, _ actual: JSONValue, at path: String = "$"
  ) -> String? {
    switch (expected, actual) {
    case (.string("<openrpc.json>"), _):
      let text = TemporaryFolder.read(Transcripts.protocolFolder + "/openrpc.json")
      return (try? JSONValue(parsing: text)).map(Examples.without) == Examples.without(actual)
        ? nil : "\(path): is not what Protocol/openrpc.json holds"
    case (.string(let text), _) where text.hasPrefix("<") && text.hasSuffix(">"):
      if let open = Placeholder(rawValue: String(text.dropFirst().dropLast())) {
        return open.fits(actual) ? nil : "\(path): \(actual.text()) is not a value for <\(open.rawValue)>"
      }
    case (.object(let wanted), .object(let got)):
      guard wanted.map(\.name) == got.map(\.name) else {
        return "\(path): members \(got.map(\.name)), expected \(wanted.map(\.name))"
      }
      for (a, b) in zip(wanted, got) {
        if let difference = difference(a.value, b.value, at: "\(path).\(a.name)") { return difference }
      }
      return nil
    case (.array(let wanted), .array(let got)):
      guard wanted.count == got.count else { return "\(path): \(got.count) items, expected \(wanted.count)" }
      for (index, pair) in zip(wanted, got).enumerated() {
        if let difference = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return difference }
      }
      return nil
    default: break
    }
    return expected == actual ? nil : "\(path): \(actual.text()), expected \(expected.text())"
  }
}
