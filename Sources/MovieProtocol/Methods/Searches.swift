import JSONRPC

// The searches of a profile.

package enum SearchesMethod: RPCMethod {
  package static let method = Method(
    "searches", "list the latest searches, newest first",
    description: """
      Each term appears once, with the time of its last search and how often it was searched for; case is \
      ignored. An answered search for a first page is recorded, unless its record is false or the setting \
      record_searches is off. At most limits.searches terms are stored; the oldest are removed.
      """,
    parameters: [.page, .pageSize],
    result: SearchTerm.page.schema, errors: [.notFound, .forbidden, .storageError])
}

package enum SearchesRemoveMethod: RPCMethod {
  package static let term = Param(
    required: "term", .text(1...200, trimmed: true), "A term of `searches`.")

  package static let method = Method(
    "searches.remove", "forget a search",
    description: """
      Case is ignored. The term is erased from the library, but not from its older copies, and it stays in \
      the records of a shared folder for 366 days.
      """,
    parameters: [term],
    result: Changed.shape.schema,
    errors: [.notFound, .forbidden, .storageError],
    example: ["term": "dune"])
}

package enum SearchesClearMethod: RPCMethod {
  package static let method = Method(
    "searches.clear", "forget all searches",
    description: """
      Applies to this profile. The searches are erased from the library, from the records of this machine \
      and from those of others that share the folder as soon as they have read it, but not from older \
      copies.
      """,
    result: Changed.shape.schema,
    errors: [.notFound, .forbidden, .storageError])
}
