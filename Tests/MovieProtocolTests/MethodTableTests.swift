import JSONRPC
import MovieProtocol
import Testing

@Suite struct MethodTableTests {
  @Test func names_are_there_once_and_are_found() {
    let names = MethodTable.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(MethodTable.method(named: name)?.name == name) }
    #expect(MethodTable.method(named: "nope") == nil)
  }

  @Test func every_example_passes_its_own_check() throws {
    for method in MethodTable.all { _ = try Arguments(method, params: method.example) }
  }

  @Test func every_default_fits_its_type() {
    for parameter in MethodTable.all.flatMap(\.parameters) {
      guard let fallback = parameter.fallback else { continue }
      #expect(parameter.type.check(fallback.json) == fallback, "\(parameter.name)")
    }
  }

  /// Those with a degree sign in the contract.
  private static let aboutTitles: Set = [
    "browse", "discover", "home", "search", "detail", "trailer", "image", "genres", "countries", "languages",
    "providers",
    "releases", "people", "person", "person.credits", "season",
    "collection", "related", "reviews", "images", "find",
  ]

  @Test func the_common_parameters_come_last_in_their_order() {
    let common = ["timeout_ms", "max_age_ms", "cache_only", "language", "region", "supersedes"]
    for method in MethodTable.all {
      let count = Self.aboutTitles.contains(method.name) ? 6 : 1
      #expect(method.commonParameters.map(\.name) == Array(common.prefix(count)), "\(method.name)")
    }
  }

  @Test func an_unknown_method_is_named_with_the_one_that_was_meant() {
    let error = MethodTable.unknown("serach")
    #expect(error.hint == "did you mean search?")
    #expect(error.details == [JSONMember("did_you_mean", "search")])
    #expect(MethodTable.unknown("x").details == [JSONMember("did_you_mean", .null)])
    #expect(MethodTable.unknown(String(repeating: "x", count: 1000)).message.utf8.count < 200)
  }

  @Test func every_method_and_topic_has_one_capability() {
    for method in MethodTable.all {
      #expect(Capability.all.filter { $0.methods.contains { $0 === method } }.count == 1, "\(method.name)")
    }
    let topics = Capability.all.flatMap(\.topics).map(\.name)
    #expect(topics.sorted() == TopicTable.all.map(\.name).sorted())
    #expect(Set(Capability.all.map(\.name)).count == Capability.all.count)
  }

  @Test func every_limit_stands_within_its_own_range() {
    for entry in Limits.entries {
      #expect(entry.range.contains(Limits()[keyPath: entry.field]), "\(entry.name)")
    }
    #expect(Set(Limits.entries.map(\.name)).count == Limits.entries.count)
  }
}
