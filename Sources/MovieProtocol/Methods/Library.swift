package import JSONRPC

// The lists of a profile: `watchlist` and `favorites` with their changes.

extension Method {
  package static let watchlist = library(
    "watchlist", "the titles to watch, with notes",
    parameters: [
      .genre, .mediaType,
      Parameter("unwatched", .boolean, "true: without those marked as watched; false: those alone."),
    ],
    example: ["unwatched": true])

  package static let favorites = library(
    "favorites", "the titles liked best", parameters: [.genre, .mediaType], example: ["media_type": "movie"])

  package static let watchlistAdd = change(
    "watchlist.add", "put a title on the watchlist",
    "A title that is there already stays as it is, but for what note and watched say.",
    parameters: [.note, .watched])

  package static let watchlistUpdate = change(
    "watchlist.update", "change a title's note, or mark it as watched",
    "What is not given stays. A title that is not on the watchlist is `not_found`.",
    parameters: [.note, .watched])

  package static let watchlistRemove = change(
    "watchlist.remove", "take a title off the watchlist", "Its note and mark go with it.", parameters: [])

  package static let favoritesAdd = change(
    "favorites.add", "make a title a favourite", "A favourite stays one.", parameters: [])

  package static let favoritesRemove = change(
    "favorites.remove", "let a title be no favourite any more", "What is no favourite stays none.",
    parameters: [])

  package static let favoritesToggle = change(
    "favorites.toggle", "make a title a favourite, or a favourite none",
    "Whatever it is when this is done; entry tells which.", parameters: [])

  private static func library(
    _ name: String, _ summary: String, parameters: [Parameter], example: JSONValue
  ) -> Method {
    Method(
      name, summary,
      description: """
        Newest first unless sort_by says otherwise. Each title has its entry. rev counts the changes of the profile's \
        library; topic `library` has the same.
        """,
      parameters: parameters + [
        Parameter(
          "sort_by", .choice(LibraryOrder.spellings), default: .text("added_at"),
          "A field, with .asc or .desc; titles go up, all else down."),
        .page, .pageSize,
      ],
      result: LibraryPage.schema, errors: [.notFound, .forbidden, .storageError], example: example)
  }

  private static func change(
    _ name: String, _ summary: String, _ description: String, parameters: [Parameter]
  ) -> Method {
    Method(
      name, summary,
      description: """
        \(description) It is on the disk when this is answered. changed is false where all was so already. A title that is \
        not known yet is fetched first; when that fails nothing is kept.
        """,
      parameters: [.requiredKey] + parameters + [.expectedRevision],
      result: LibraryChange.schema,
      errors: [
        .notFound, .conflict, .storageError, .limitExceeded, .forbidden, .upstreamUnavailable,
        .upstreamUnauthorized, .rateLimited,
      ],
      example: ["key": "movie/438631"])
  }
}

extension Parameter {
  fileprivate static let genre = Parameter(
    "genre", .text(1...200, trimmed: true), "Names or numbers: `,` between them means and, `|` means or.")

  fileprivate static let mediaType = Parameter(
    "media_type", .choice(MediaChoice.allCases.map(\.rawValue)), default: .text("any"),
    "Films, series or both.")

  static let requiredKey = Parameter("key", .titleKey, required: true, key.summary)

  fileprivate static let note = Parameter(
    "note", .text(0...2000, trimmed: true), "Your words; \"\" takes them away.")

  fileprivate static let watched = Parameter("watched", .boolean, "Marked as watched.")

  fileprivate static let expectedRevision = Parameter(
    "if_rev", .integer(0...9_007_199_254_740_991),
    "Only if the entry still has this rev (0: only if there is none), else `conflict`.")
}

/// How a list of the library is sorted: a field and a direction.
package struct LibraryOrder: Sendable, Equatable {
  package enum Field: String, Sendable, CaseIterable {
    case addedAt = "added_at"
    case title
    case releaseDate = "release_date"
    case voteAverage = "vote_average"
    case voteCount = "vote_count"
    case popularity
  }

  package var field: Field
  package var isAscending: Bool

  package init(_ field: Field = .addedAt, isAscending: Bool = false) {
    self.field = field
    self.isAscending = isAscending
  }

  /// `added_at`, `title.desc`
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let field = parts.first.flatMap({ Field(rawValue: String($0)) }), parts.count <= 2 else {
      return nil
    }
    switch parts.dropFirst().first {
    case nil: self.init(field, isAscending: field == .title)
    case "asc": self.init(field, isAscending: true)
    case "desc": self.init(field, isAscending: false)
    default: return nil
    }
  }

  package static let spellings = Field.allCases.flatMap {
    [$0.rawValue, $0.rawValue + ".asc", $0.rawValue + ".desc"]
  }
}

/// The parameters of `watchlist` and `favorites`.
package struct LibraryParams: Sendable, Equatable {
  package var list: LibraryList
  package var mediaType: Title.MediaType?
  package var genre: String?
  /// Nil: either.
  package var isUnwatched: Bool?
  package var order = LibraryOrder()
  package var page: Int
  package var pageSize: Int

  package init(_ list: LibraryList, page: Int = 1, pageSize: Int = 20) {
    self.list = list
    self.page = page
    self.pageSize = pageSize
  }

  /// - Parameter arguments: with the settings filled in.
  package init(_ list: LibraryList, _ arguments: Arguments) {
    self.init(
      list, page: arguments.integer("page") ?? 1, pageSize: arguments.integer("page_size") ?? 20)
    mediaType = arguments.text("media_type").flatMap(Title.MediaType.init(rawValue:))
    genre = arguments.text("genre")
    if list == .watchlist { isUnwatched = arguments.boolean("unwatched") }
    order = arguments.text("sort_by").flatMap(LibraryOrder.init) ?? LibraryOrder()
  }
}

/// A title with what the profile stored about it.
package struct LibraryTitle: Sendable, Equatable {
  package var title: Title
  package var entry: LibraryEntry?

  package init(_ title: Title, _ entry: LibraryEntry?) {
    self.title = title
    self.entry = entry
  }

  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      title.writeMembers(into: &writer)
      writer.name("entry")
      if let entry { entry.write(into: &writer) } else { writer.null() }
    }
  }

  static let schema = Schema.named(
    .init(
      "LibraryTitle",
      .object(Title.fields + [.init("entry", .optional(LibraryEntry.schema))])))
}

/// A page of a list of the library, without its `meta`.
///
///     {"rev":42,"results":[LibraryTitle, ...],"page":1,...}
package enum LibraryPage {
  static let schema = Schema.object(
    [
      .init(
        "rev",
        .integer("Counts the changes of the profile's library; another one on a later page: begin again."))
    ]
      + PageCount.fields(of: LibraryTitle.schema) + [.init("meta", Meta.schema)])
}

/// The answer to a change of a list.
package struct LibraryChange: Sendable, Equatable {
  package var isChanged: Bool
  package var revision: Int
  /// Nil: the title is not known here, which happens only if nothing was changed.
  package var title: LibraryTitle?

  package init(isChanged: Bool, revision: Int, title: LibraryTitle?) {
    self.isChanged = isChanged
    self.revision = revision
    self.title = title
  }

  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("changed", isChanged)
      writer.member("rev", revision)
      writer.name("title")
      if let title { title.write(into: &writer) } else { writer.null() }
    }
  }

  static let schema = Schema.object([
    .init("changed", .boolean("false: all was so already.")),
    .init("rev", .integer("The library's, after it.")),
    .init("title", .optional(LibraryTitle.schema)),
  ])
}
