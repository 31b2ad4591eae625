import JSONRPC
import MovieProtocol
import Testing

@Suite struct ParamTests {
  private enum Example: RPCMethod {
    static let name = Param(required: "name", .text(1...9, trimmed: true), "Required.")
    static let limit = Param("limit", .integer(1...20), default: 10, "With a default.")
    static let year = Param("year", .integer(1870...2100), "Without one.")
    static let size = Param("size", .integer(1...100), setting: .pageSize, unset: 20, "From a setting.")
    static let kinds = Param("kinds", .choices(MediaChoice.self), default: [.tv], "Words.")
    static let order = Param("order", .order(LibraryField.self), default: SortOrder(.addedAt), "An order.")
    static let method = Method(
      "example", "an example", description: "", parameters: [name, limit, year, size, kinds, order],
      result: .object([]), example: ["name": "dune"])
  }

  private func arguments(_ params: JSONValue) throws -> Arguments {
    try Arguments(Example.method, params: params)
  }

  @Test func what_is_given_is_read_with_its_type() throws {
    let given = try arguments([
      "name": " dune ", "limit": 3, "year": 2021, "size": 5, "kinds": ["any", "movie", "any"],
      "order": "title.desc",
    ])
    #expect(given[Example.name] == "dune")
    #expect(given[Example.limit] == 3)
    #expect(given[Example.year] == 2021)
    #expect(given[Example.size] == 5)
    #expect(given[Example.kinds] == [.any, .movie])
    #expect(given[Example.order] == SortOrder(.title, isAscending: false))
  }

  @Test func what_is_not_given_has_its_default() throws {
    var given = try arguments(["name": "dune"])
    #expect(given[Example.limit] == 10)
    #expect(given[Example.year] == nil)
    #expect(!given.has(Example.year))
    #expect(given[Example.kinds] == [.tv])
    #expect(given[Example.order] == SortOrder(.addedAt))
    #expect(given[Example.size] == 20)
    given.fill { $0 === Setting.pageSize ? .integer(7) : nil }
    #expect(given[Example.size] == 7)
  }

  /// The documents show the default as it would be sent.
  @Test func defaults_are_spelled_as_on_the_wire() {
    #expect(Example.kinds.fallback?.json == ["tv"])
    #expect(Example.order.fallback?.json == "added_at")
    #expect(Example.size.fallback == nil)
  }
}
