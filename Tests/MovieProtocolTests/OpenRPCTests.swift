import Glibc
import JSONRPC
import TestSupport
import Testing

@testable import MovieProtocol

@Suite struct OpenRPCTests {
  @Test func the_document_in_Protocol_is_the_one_the_daemon_serves_with_examples_of_transcripts() throws {
    let (path, text) = (
      Transcripts.protocolFolder + "/openrpc.json", Self.lines(try Examples.document()) + "\n"
    )
    // `make docs` writes it.
    if getenv("MOVIERPC_UPDATE") != nil { try TemporaryFolder.write(text, to: path) }
    #expect(TemporaryFolder.read(path) == text, "make docs writes it anew")
  }

  /// A line for each method, shape and setting: a change is easy to read, and the file is half as long as with a
  /// line for each member.
  private static func lines(_ value: JSONValue, depth: Int = 0) -> String {
    let indent = String(repeating: "  ", count: depth)
    func joined(_ lines: [String], _ open: String, _ close: String) -> String {
      "\(open)\n" + lines.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)\(close)"
    }
    switch value {
    case .object(let members) where depth < 3 && !members.isEmpty && !isEntry(value):
      return joined(
        members.map { JSONValue.string($0.name).text() + ": " + lines($0.value, depth: depth + 1) }, "{", "}")
    case .array(let items) where depth < 3 && items.count > 1:
      return joined(items.map { $0.text() }, "[", "]")
    default: return value.text()
    }
  }

  private static func isEntry(_ value: JSONValue) -> Bool {
    ["type", "allOf", "oneOf", "code", "$ref"].contains { value[$0] != nil }
  }

  @Test func every_example_fits_its_method() throws {
    for json in try Examples.document()["methods"]?.arrayValue ?? [] {
      let method = try #require(MethodTable.method(named: json["name"]?.stringValue ?? ""))
      guard method !== DiscoverMethod.method else { continue }
      let example = try #require(json["examples"]?.arrayValue?.first, "\(method.name)")
      let result = try #require(example["result"]?["value"], "\(method.name) has no result")
      #expect(SchemaCheck.faults(in: ["result": result], of: method) == [], "\(method.name)")
      // It counts as absent, which no schema says.
      #expect(example["params"]?.arrayValue?.contains { $0["value"] == .null } == false, "\(method.name)")
      let params = (example["params"]?.arrayValue ?? []).compactMap { param in
        param["name"]?.stringValue.map { JSONMember($0, param["value"] ?? .null) }
      }
      #expect(throws: Never.self, "\(method.name)") {
        _ = try Arguments(method, params: .object(params))
      }
    }
  }

  @Test func every_result_state_and_data_of_an_error_has_a_name() {
    let schemas =
      MethodTable.all.map(\.result) + TopicTable.all.map(\.state) + RPCError.Kind.all.map(ErrorCatalogue.data)
    for schema in schemas {
      guard case .named = schema else {
        Issue.record("\(schema.json.text()) has no name")
        continue
      }
    }
    // A name of two shapes would show one of them.
    var shapes: [String: String] = [:]
    for named in schemas.flatMap(\.namedSchemas) {
      let text = named.schema.json.text()
      #expect(shapes.updateValue(text, forKey: named.name) ?? text == text, "\(named.name)")
    }
  }

  @Test func every_reference_leads_somewhere() throws {
    let document = OpenRPC.document()
    var references: [String] = []
    collect(document, into: &references)
    #expect(!references.isEmpty)
    for reference in references {
      let path = reference.dropFirst(2).split(separator: "/").map(String.init)
      #expect(
        reference.hasPrefix("#/") && path.reduce(document as JSONValue?) { $0?[$1] } != nil, "\(reference)")
    }
  }

  /// Generators make a case of each code.
  @Test func errors_of_a_method_have_codes_of_their_own() {
    let known = OpenRPC.document()["components"]?["errors"]
    for method in OpenRPC.document()["methods"]?.arrayValue ?? [] {
      let names = (method["errors"]?.arrayValue ?? []).compactMap { error in
        error["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
      }
      let codes = names.compactMap { known?[$0]?["code"]?.intValue }
      #expect(!names.isEmpty && codes.count == names.count, "\(method["name"] ?? .null)")
      #expect(Set(codes).count == codes.count, "\(method["name"] ?? .null)")
    }
  }

  @Test func a_shape_with_parts_refers_to_them() throws {
    let shape = try #require(
      OpenRPC.document()["components"]?["schemas"]?["TitleDetail"]?["allOf"]?.arrayValue)
    #expect(shape.first == ["$ref": "#/components/schemas/Title"])
    let own = try #require(shape.last?["properties"])
    #expect(own["tagline"] != nil && own["title"] == nil)
  }

  @Test func every_setting_has_a_type_and_no_secret_a_default() throws {
    let settings = try #require(OpenRPC.document()["x-settings"]?.arrayValue)
    #expect(settings.compactMap { $0["name"]?.stringValue } == Setting.all.map(\.name))
    for setting in settings {
      #expect(setting["schema"]?["type"] != nil, "\(setting["name"] ?? .null)")
      #expect(
        setting["secret"] == false || setting["schema"]?["default"] == nil, "\(setting["name"] ?? .null)")
    }
  }

  @Test func common_parameters_are_marked_as_having_no_position() {
    for method in OpenRPC.document()["methods"]?.arrayValue ?? [] {
      let parameters = method["params"]?.arrayValue ?? []
      let common = parameters.drop { $0["x-byNameOnly"] == nil }
      #expect(common.first?["name"] == "timeout_ms", "\(method["name"] ?? .null)")
      #expect(common.allSatisfy { $0["x-byNameOnly"] == true }, "\(method["name"] ?? .null)")
      #expect(method["paramStructure"] == "by-name", "\(method["name"] ?? .null)")
    }
  }

  @Test func pattern_of_topics_is_that_of_what_subscribe_takes() throws {
    let pattern = try Regex(TopicTable.pattern)
    for name in TopicTable.spellings + ["browse:trending/tv"] {
      #expect(name.wholeMatch(of: pattern) != nil && TopicTable.topic(named: name) != nil, "\(name)")
    }
    for name in ["", "browse:LIST", "browse:award/tv", "browse:discover", "browse:trendin", "servers", "x"] {
      #expect(name.wholeMatch(of: pattern) == nil && TopicTable.topic(named: name) == nil, "\(name)")
    }
  }

  @Test func parameters_have_one_name_and_a_summary() {
    for method in MethodTable.all {
      #expect(Set(method.parameters.map(\.name)).count == method.parameters.count, "\(method.name)")
      #expect(method.parameters.allSatisfy { !$0.summary.isEmpty }, "\(method.name)")
      // The check for a name given twice is one bit a parameter.
      #expect(method.parameters.count <= 64, "\(method.name)")
    }
  }

  @Test func every_method_and_every_kind_says_what_it_is() {
    for method in MethodTable.all {
      #expect(!method.summary.isEmpty && !method.description.isEmpty, "\(method.name)")
    }
    let unknown = ErrorCatalogue.meaning(RPCError.Kind(name: "of_a_later_version", code: 0))
    for kind in RPCError.Kind.all { #expect(ErrorCatalogue.meaning(kind) != unknown, "\(kind.name)") }
  }

  /// As the guide says.
  @Test func fields_that_are_times_and_no_others_end_in_at() {
    var fields: [JSONMember] = []
    collect(OpenRPC.document(), fields: &fields)
    #expect(fields.contains { $0.value["format"] == "date-time" })
    for field in fields {
      #expect(field.name.hasSuffix("_at") == (field.value["format"] == "date-time"), "\(field.name)")
    }
  }

  private func collect(_ value: JSONValue, fields: inout [JSONMember]) {
    for member in value.objectValue ?? [] {
      if member.name == "properties" { fields += member.value.objectValue ?? [] }
      collect(member.value, fields: &fields)
    }
    for item in value.arrayValue ?? [] { collect(item, fields: &fields) }
  }

  private func collect(_ value: JSONValue, into references: inout [String]) {
    for member in value.objectValue ?? [] {
      if member.name == "$ref", let reference = member.value.stringValue { references.append(reference) }
      collect(member.value, into: &references)
    }
    for item in value.arrayValue ?? [] { collect(item, into: &references) }
  }
}
