package import JSONRPC

package enum CollectionMethod: RPCMethod {
  package static let id = Param(
    "id", .integer(1...999_999_999_999_999), "TMDB's number: the id in collection of detail.")
  package static let key = Param("key", .titleKey, "In place of id: one of its films.")
  package static let name = Param(
    "name", .text(1...200, trimmed: true),
    """
    In place of id: words of the name, or the name of one of its films, for the best match; or the address of one \
    of them.
    """)

  package static let method = Method(
    "collection", "show the films that belong together",
    description: """
      A name that is the whole name of a collection goes first, then that of a film, then names with words that \
      are misspelt, which `meta.corrected` tells. Without a TMDB key the collections of the catalogue are found by \
      name and film; they have no id. If an age limit hides all parts, it is `forbidden`.
      """,
    parameters: [id, name, key],
    alternatives: [id, name, key],
    aboutTitles: true,
    result: FilmCollection.shape.schema,
    example: ["id": 726_871])
}

/// The collection that a request is about.
package enum CollectionChoice: Sendable, Equatable {
  case id(Int)
  /// One of its films.
  case title(TitleKey)
  case name(String)
  /// A name that is misspelt.
  case misspelt(String)

  /// Exactly one of them is given.
  package init(_ arguments: Arguments) throws(RPCError) {
    if let id = arguments[CollectionMethod.id] {
      self = .id(id)
    } else if let key = arguments[CollectionMethod.key] {
      self = .title(key)
    } else if let name = arguments[CollectionMethod.name] {
      self =
        CollectionAddress.id(name).map { .id($0) } ?? TitleAddress.titleKey(name).map { .title($0) }
        ?? .name(name)
    } else {
      throw RPCError(.internalError, .namesNoTitle)
    }
  }
}

/// A collection as other programs and pages name it.
package enum CollectionAddress {
  /// The number of `https://www.themoviedb.org/collection/263-the-dark-knight-collection` and `collection/263`; nil
  /// for any other text.
  package static func id(_ text: String) -> Int? {
    let parts = (TitleAddress.tmdbPath(text) ?? text).split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0] == "collection" ? TitleKey.number(parts[1]) : nil
  }
}
