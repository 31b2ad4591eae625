import Foundation
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

/// What the documents say is what the tables in the source say.
@Suite struct DocumentsTests {
  let contract = MarkdownFile("Protocol/README.md")
  let configuration = MarkdownFile("contrib/manual/configuration.md")

  @Test func contract_names_every_method_with_its_parameters_in_order() {
    let rows = contract.rows
    for method in MethodTable.all {
      let row = rows.first { $0.count == 3 && ["`\(method.name)`", "`\(method.name)` °"].contains($0[0]) }
      let isAboutTitles = method.parameter(named: "max_age_ms") != nil
      let own = method.ownParameters.map(\.name)
      let expected = own.isEmpty ? "none" : own.map { "`\($0)`" }.joined(separator: ", ")
      // What does not fit in a line goes on in the table of the method's section.
      let cell = row?[1] ?? ""
      let isCut = cell.hasSuffix(", ...")
      #expect(isCut ? expected.hasPrefix(String(cell.dropLast(5))) : cell == expected, "\(method.name)")
      if isCut {
        let section = contract.section("### \(method.name)").compactMap { $0.split(separator: "|").first }
        let listed = section.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("`") }
        let names = method.parameters.map { "`\($0.name)`" }.filter { expected.contains($0) }
        #expect(listed.prefix(names.count) == names[...], "\(method.name)")
      }
      #expect(row?[0].hasSuffix("°") == isAboutTitles, "\(method.name)")
    }
  }

  @Test func contract_has_a_row_for_every_parameter_of_every_method() {
    expectRows(of: [.timeout] + Parameter.ofTitles, under: "### Common parameters")
    for method in MethodTable.all { expectRows(of: Array(method.ownParameters), under: "### \(method.name)") }
  }

  /// The table whose first column is `parameter`: the names in order, the types, and what is required.
  private func expectRows(of parameters: [Parameter], under heading: String) {
    let table = contract.section(heading).drop { !$0.hasPrefix("| parameter |") }.prefix { $0.hasPrefix("|") }
    let rows = MarkdownFile.rows(in: Array(table))
    // One row may have several names.
    let listed = rows.dropFirst().flatMap { row in MarkdownFile.code(in: row[0]).map { (name: $0, row) } }
    #expect(listed.map(\.name) == parameters.map(\.name), "\(heading)")
    for (parameter, (_, row)) in zip(parameters, listed) {
      let words = "\(heading), \(parameter.name): \(row[1])"
      // What is too long for a cell is described in other words.
      switch parameter.type {
      case .choice(let names), .choices(let names):
        if row[1].hasPrefix("`") { #expect(MarkdownFile.code(in: row[1]) == names, "\(words)") }
      case .form(let form) where form.demand.english.count > 60: break
      default: #expect(row[1] == cell(parameter.type), "\(words)")
      }
      #expect(row[2].hasPrefix("required") == parameter.isRequired, "\(words)")
    }
  }

  private func cell(_ type: ParameterType) -> String {
    switch type {
    case .text(_, let trimmed): type.expectation + (trimmed ? ", trimmed" : "")
    case .language: "language"
    case .country: "country"
    case .titleKey: "a key"
    default: type.expectation.replacing(/^an (array|object)/) { "\($0.1)" }
    }
  }

  @Test func contract_tells_every_field_of_every_result() {
    let words = Set(
      contract.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    for method in MethodTable.all {
      let missing = fields(method.result).filter { !words.contains($0) }
      #expect(missing == [], "\(method.name)")
    }
  }

  @Test func contract_tells_every_topic() {
    for topic in TopicTable.all {
      let pace =
        topic.minInterval == 0
        ? "each change" : "\(1000 / topic.minInterval) a second; \(1000 / topic.progressInterval) where"
      #expect(
        contract.rows.contains { $0.count == 3 && $0[0] == "`\(topic.name)`" && $0[2].hasPrefix(pace) },
        "\(topic.name)")
    }
  }

  @Test func contract_tells_the_capability_of_every_method_and_topic() {
    let rows = MarkdownFile.rows(in: contract.section("### hello")).filter { $0.count == 3 }
    func listed(_ capability: Capability, _ column: Int) -> [String] {
      rows.filter { $0[0] == "`\(capability.name)`" }.flatMap { row in
        row[column].split(separator: ", ").map(String.init).filter { $0.hasPrefix("`") }
      }
    }
    for capability in Capability.all {
      #expect(rows.contains { $0[0] == "`\(capability.name)`" }, "\(capability.name)")
      let methods = listed(capability, 1)
      for method in capability.methods {
        let group = method.name.prefix { $0 != "." }
        #expect(methods.contains("`\(method.name)`") || methods.contains("`\(group).*`"), "\(method.name)")
      }
      for name in methods {
        // "library.*" without a method "library".
        let plain = name.filter { $0 != "`" }.replacing(".*", with: "")
        let isGroup = name.hasSuffix(".*`")
        #expect(
          capability.methods.contains { $0.name == plain || isGroup && $0.name.hasPrefix(plain + ".") },
          "\(name)")
      }
      #expect(listed(capability, 2) == capability.topics.map { "`\($0.name)`" }, "\(capability.name)")
    }
  }

  @Test func contract_tells_every_error_kind() {
    let rows = contract.rows
    let used = Set(MethodTable.all.flatMap(\.errors) + ErrorCatalogue.common + ErrorCatalogue.framing)
    for kind in RPCError.Kind.all {
      let row = rows.first { $0.count == 4 && $0[1] == "`\(kind.name)`" }
      #expect(row?[0] == String(kind.code), "\(kind.name)")
      #expect(used.contains(kind), "\(kind.name)")
    }
  }

  @Test func contract_and_manual_tell_every_limit() {
    let settings = configuration.rows
    for entry in Limits.entries {
      let fallback = String(Limits()[keyPath: entry.field])
      let range = "\(entry.range.lowerBound) to \(entry.range.upperBound)"
      let row = contract.rows.first { $0.count == 4 && $0[0] == "`\(entry.name)`" && $0[1] == fallback }
      #expect(row?[2] == range, "\(entry.name)")
      let setting = settings.first { $0[0] == "`limits.\(entry.name)`" }
      #expect(setting?[2] == fallback, "\(entry.name)")
    }
  }

  @Test func manual_tells_every_setting() {
    let rows = configuration.rows.filter { $0.count == 4 }
    for setting in Setting.all {
      let row = rows.first { $0[0] == "`\(setting.name)`" }
      #expect(row?[1] == setting.type.expectation, "\(setting.name)")
      guard let fallback = setting.fallback?.json else { continue }
      #expect(row?[2] == fallback.stringValue ?? fallback.text(), "\(setting.name)")
    }
  }

  @Test func contract_tells_every_placeholder_of_transcripts() {
    for placeholder in Placeholder.allCases {
      #expect(contract.code.contains("\"<\(placeholder.rawValue)>\""), "\(placeholder)")
    }
  }

  private func fields(_ schema: Schema) -> [String] {
    switch schema {
    case .text, .date, .time, .integer, .number, .boolean, .choice, .constant, .anyObject, .any: []
    case .oneOf(let schemas, _): schemas.flatMap(fields)
    case .optional(let wrapped), .list(let wrapped, _), .map(let wrapped, _): fields(wrapped)
    case .named(let named): fields(named.schema)
    case .object(let members): members.flatMap { [$0.name] + fields($0.schema) }
    }
  }
}
