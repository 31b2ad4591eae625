import JSONRPC
import MovieProtocol

/// A page of TMDB's lists: `{"page":1,"results":[...],"total_pages":n,"total_results":n}`.
struct TMDBPage: Sendable, Equatable, TMDBPaged {
  /// Rows of one page at TMDB.
  static let size = 20
  /// The last page that TMDB returns; later ones are an error, whatever `total_pages` says.
  static let last = 500

  /// At their positions; nil: a person, a collection, or an unreadable row.
  var rows: [TMDBRow?]
  /// Rows on all pages that can be fetched. TMDB's `total_pages` is 1 if nothing was found, and above 500 for
  /// long lists.
  var total: Int

  /// - Parameter mediaType: of rows that do not state it; nil: such rows are dropped.
  init(_ body: [UInt8], of mediaType: Title.MediaType?) throws(UndecodableAnswer) {
    try self.init(try JSONValue(upstream: body), of: mediaType)
  }

  init(_ json: JSONValue, of mediaType: Title.MediaType?) throws(UndecodableAnswer) {
    guard let results = json["results"]?.arrayValue else {
      throw UndecodableAnswer("the response has no results")
    }
    // Rows of any kind have an ID; if none has one, this is not a page of TMDB.
    guard results.isEmpty || results.contains(where: { $0.id() != nil }) else {
      throw UndecodableAnswer("the response has rows of another form")
    }
    rows = results.prefix(Self.size).map { TMDBRow($0, of: mediaType) }
    // A search for all kinds may find people alone; a page of unreadable rows is not worth caching.
    guard results.isEmpty || rows.contains(where: { $0 != nil }) || results.contains(where: Self.isOther)
    else { throw UndecodableAnswer("the response has no valid row") }
    guard let total = Self.total(json) else { throw UndecodableAnswer("the response has no total") }
    self.total = total
  }

  /// Rows on all pages that can be fetched, of any list.
  static func total(_ json: JSONValue) -> Int? {
    let pages = json.count("total_pages")
    guard let count = json.count("total_results") ?? pages.map({ min($0, last) * size }) else { return nil }
    return min(count, min(pages ?? last, last) * size)
  }

  /// A person or a collection.
  private static func isOther(_ json: JSONValue) -> Bool {
    json.id() != nil
      && (json["media_type"]?.stringValue).map { Title.MediaType(rawValue: $0) == nil } ?? false
  }
}

/// A film or a series in a list.
struct TMDBRow: Sendable, Equatable {
  /// Genres are in English, as in ``Genres``.
  var title: Title

  init?(_ json: JSONValue, of usual: Title.MediaType?) {
    let mediaType = json["media_type"]?.stringValue.map(Title.MediaType.init(rawValue:)) ?? usual
    guard let mediaType, let title = Title(tmdb: json, mediaType, .row) else { return nil }
    self.title = title
  }
}
