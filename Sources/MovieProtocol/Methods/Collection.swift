package import JSONRPC

package enum CollectionMethod: RPCMethod {
  package static let id = Param(
    "id", .integer(1...999_999_999_999_999), "TMDB's number: the id in collection of detail.")
  package static let name = Param(
    "name", .text(1...200, trimmed: true), "In place of id: words of the name, for the best match.")

  package static let method = Method(
    "collection", "show the films that belong together",
    description: """
      Without a TMDB key the collections of the catalogue are found by name; they have no id. If an age limit \
      hides all parts, it is `forbidden`.
      """,
    parameters: [id, name],
    alternatives: [id, name],
    aboutTitles: true,
    result: FilmCollection.shape.schema,
    example: ["id": 726_871])
}

/// The collection that a request is about.
package enum CollectionChoice: Sendable, Equatable {
  case id(Int)
  case name(String)

  /// Exactly one of them is given.
  package init(_ arguments: Arguments) throws(RPCError) {
    if let id = arguments[CollectionMethod.id] {
      self = .id(id)
    } else if let name = arguments[CollectionMethod.name] {
      self = .name(name)
    } else {
      throw RPCError(.internalError, .namesNoTitle)
    }
  }
}
