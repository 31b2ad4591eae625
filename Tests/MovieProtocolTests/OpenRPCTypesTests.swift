import JSONRPC
import Testing

@testable import MovieProtocol

/// What programs that make types of the OpenRPC document need of its schemas.
@Suite struct OpenRPCTypesTests {
  private let document = OpenRPC.document()
  private var schemas: [JSONMember] { document["components"]?["schemas"]?.objectValue ?? [] }

  private func schema(_ name: String) -> JSONValue {
    schemas.first { $0.name == name }?.value ?? .null
  }

  /// Each schema within, with its path; of shapes only what they have themselves.
  private func walk(_ schema: JSONValue, _ path: String, _ visit: (JSONValue, String) -> Void) {
    visit(schema, path)
    for member in schema.objectValue ?? [] {
      switch member.name {
      case "properties", "patternProperties":
        for field in member.value.objectValue ?? [] { walk(field.value, path + "." + field.name, visit) }
      case "items", "additionalProperties": walk(member.value, path + "[]", visit)
      case "oneOf", "anyOf", "allOf": for one in member.value.arrayValue ?? [] { walk(one, path, visit) }
      default: break
      }
    }
  }

  @Test func every_member_has_a_description_beside_its_type() {
    for named in schemas {
      walk(named.value, named.name) { schema, path in
        for field in schema["properties"]?.objectValue ?? [] {
          #expect(field.value["description"]?.stringValue?.isEmpty == false, "\(path).\(field.name)")
        }
        for element in [schema["items"], schema["additionalProperties"]].compactMap(\.self) {
          #expect(element["description"] != nil || element["$ref"] != nil, "\(path)[]")
        }
      }
    }
  }

  /// Generators would number the others: Kind, Kind1, Kind2.
  @Test func every_enumeration_has_a_name() {
    for named in schemas {
      walk(named.value, "") { schema, path in
        #expect(path.isEmpty || schema["enum"] == nil, "\(named.name)\(path)")
      }
    }
    for method in document["methods"]?.arrayValue ?? [] {
      for parameter in method["params"]?.arrayValue ?? [] {
        walk(parameter["schema"] ?? .null, parameter["name"]?.stringValue ?? "") { schema, path in
          #expect(schema["enum"] == nil, "\(method["name"] ?? .null) \(path)")
        }
      }
    }
    #expect(schema("DownloadState")["enum"] == ["queued", "active", "paused", "done", "failed"])
  }

  /// Generators make of an enumeration beside any string a type without a value, or none.
  @Test func words_that_may_grow_are_examples() {
    #expect(
      schema("DownloadAsset")["properties"]?["state"]?["type"] == "string"
        && schema("DownloadAsset")["properties"]?["state"]?["examples"]?.arrayValue?.contains("absent")
          == true
    )
    for named in schemas {
      walk(named.value, named.name) { schema, path in
        let isNullable = schema["anyOf"]?.arrayValue?.contains(["type": "null"]) ?? true
        #expect(isNullable && schema["anyOf"]?.arrayValue?.count ?? 2 == 2, "\(path)")
      }
    }
  }

  /// As the guide says; a row of `home` has that of a list, which may be any.
  @Test func media_type_is_closed_everywhere() {
    var count = 0
    for named in schemas where named.name != "HomeRow" {
      walk(named.value, named.name) { schema, path in
        guard let field = schema["properties"]?["media_type"] else { return }
        let type = field["anyOf"]?.arrayValue?.first ?? field
        #expect(type["$ref"] == "#/components/schemas/MediaType", "\(path)")
        count += 1
      }
    }
    #expect(count > 5)
    #expect(schema("MediaType")["enum"] == ["movie", "tv"])
  }

  @Test(arguments: [("Event", "topic", "episodes"), ("ExportedEntry", "kind", "ratings")])
  func a_union_is_told_apart_by_one_member_and_is_open(_ name: String, _ tag: String, _ later: String) throws
  {
    let shapes = (schema(name)["oneOf"]?.arrayValue ?? []).compactMap { one in
      one["$ref"]?.stringValue.map { schema(String($0.split(separator: "/").last ?? "")) }
    }
    let tags = shapes.compactMap { shape in
      (shape["allOf"]?.arrayValue ?? [shape]).compactMap { $0["properties"]?[tag] }.first
    }
    #expect(tags.count == shapes.count && tags.count > 3)
    let closed = try Regex(#require(tags.last?["not"]?["pattern"]?.stringValue))
    #expect(later.firstMatch(of: closed) == nil)
    let words = tags.compactMap { $0["const"]?.stringValue }
    #expect(Set(words).count == words.count)
    for word in words + (name == "Event" ? ["browse:trending/tv"] : []) {
      #expect(word.firstMatch(of: closed) != nil, "\(word)")
    }
    #expect(words.count + tags.count { $0["pattern"] != nil } + 1 == tags.count)
  }

  @Test func subscribe_may_answer_topics_of_later_versions() {
    let topics = schema("Subscription")["properties"]?["topics"]
    #expect(topics?["patternProperties"]?["^browse:"]?["$ref"] == "#/components/schemas/BrowseTopic")
    #expect(topics?["additionalProperties"]?["$ref"] == "#/components/schemas/OtherTopic")
    #expect(schema("OtherTopic")["properties"]?["data"]?["type"] == ["object", "null"])
  }

  /// Alternatives that share `params` would fit together.
  @Test func every_remedy_fits_one_shape() {
    let remedies: [Remedy] = [
      .method("settings", params: [JSONMember("a", 1)], ask: ["pin"]), .params([]), .setting("tmdb.key"),
      .install("mpv"), .wait(1),
    ]
    let members = remedies.flatMap { remedy in
      var writer = JSONWriter()
      remedy.write(into: &writer)
      return (try? JSONValue(parsing: writer.bytes.span))?.objectValue?.map(\.name) ?? []
    }
    let shape = schema("Remedy")
    #expect(Set(members) == Set(shape["properties"]?.objectValue?.map(\.name) ?? []))
    #expect(shape["required"] == [])
    for named in schemas where named.name != "Remedy" {
      walk(named.value, named.name) { schema, path in
        guard let field = schema["properties"]?["remedy"] else { return }
        #expect(field["anyOf"]?.arrayValue?.first == ["$ref": "#/components/schemas/Remedy"], "\(path)")
      }
    }
  }

  @Test func data_of_errors_has_a_type() {
    let entry = schema("ConflictData")["allOf"]?.arrayValue?.last?["properties"]?["entry"]
    #expect(entry?["anyOf"]?.arrayValue?.first == ["$ref": "#/components/schemas/LibraryEntry"])
    #expect(schema("LibraryEntry")["required"] == ["added_at", "version"])
    #expect(schema("ErrorObject")["properties"]?["data"]?["$ref"] == "#/components/schemas/ErrorData")
    for kind in RPCError.Kind.all {
      guard case .named(let data) = ErrorCatalogue.data(kind) else { continue }
      #expect(
        data.json["allOf"]?.arrayValue?.first == ["$ref": "#/components/schemas/ErrorHead"], "\(kind.name)")
    }
  }

  @Test func shapes_say_what_they_require_of_a_reply_to_a_request_with_fields() {
    #expect(schema("Title")["x-requiredWithFields"] == ["key"])
    #expect(schema("TitleDetail")["x-requiredWithFields"] == ["key", "meta"])
    #expect(schema("WatchlistTitle")["x-requiredWithFields"] == ["key"])
    #expect(schema("Meta")["x-requiredWithFields"] == nil)
    for method in document["methods"]?.arrayValue ?? [] {
      let choosing = method["params"]?.arrayValue?.contains { $0["name"] == "fields" }
      #expect(choosing == (method["result"]?["description"] != nil), "\(method["name"] ?? .null)")
    }
  }
}
