import JSONRPC

// The searches of a profile.

package enum SearchesMethod: RPCMethod {
  package static let limit = Param("limit", .integer(1...100), default: 20, "Maximum number of searches.")

  package static let method = Method(
    "searches", "list the latest searches, newest first",
    description: """
      Each term appears once, with the time of its last search and how often it was searched for. A search \
      with record false is left out, as are all searches while the setting record_searches is off. At most \
      1,000 terms are stored.
      """,
    parameters: [limit],
    result: SearchTerm.list.schema, errors: [.notFound, .forbidden, .storageError])
}

package enum SearchesRemoveMethod: RPCMethod {
  package static let term = Param(
    required: "term", .text(1...200, trimmed: true), "A term of `searches`.")

  package static let method = Method(
    "searches.remove", "forget a search",
    description:
      "Case is ignored. The term is erased from the library, but not from its older copies.",
    parameters: [term],
    result: Changed.shape.schema,
    errors: [.notFound, .forbidden, .storageError],
    example: ["term": "dune"])
}

package enum SearchesClearMethod: RPCMethod {
  package static let method = Method(
    "searches.clear", "forget all searches",
    description:
      "Applies to this profile. The searches are erased from the library, but not from its older copies.",
    result: Changed.shape.schema,
    errors: [.notFound, .forbidden, .storageError])
}
