package import JSONRPC
import MovieProtocol

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
  /// - Parameter isPart: objects may have further members, in any order.
  package static func difference(
    _ expected: JSONValue, _ actual: JSONValue, isPart: Bool = false, at path: String = "$"
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
    case (.object(let wanted), .object) where isPart:
      for member in wanted {
        guard let value = actual[member.name] else { return "\(path): there is no \(member.name)" }
        let place = "\(path).\(member.name)"
        if let difference = difference(member.value, value, isPart: true, at: place) { return difference }
      }
      return nil
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
        let place = "\(path)[\(index)]"
        if let difference = difference(pair.0, pair.1, isPart: isPart, at: place) { return difference }
      }
      return nil
    default: break
    }
    return expected == actual ? nil : "\(path): \(actual.text()), expected \(expected.text())"
  }
}
