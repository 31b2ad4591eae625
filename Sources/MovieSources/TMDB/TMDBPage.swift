import JSONRPC
import MovieProtocol

/// A page of TMDB's lists: `{"page":1,"results":[...],"total_pages":n,"total_results":n}`.
struct TMDBPage: Sendable, Equatable {
  /// Rows of one page of TMDB.
  static let size = 20
  /// The last one it gives; more are an error, whatever `total_pages` says.
  static let last = 500

  /// In their places; nil: a person, a collection, or what could not be read.
  var rows: [TMDBRow?]
  /// In all pages, as far as they can be had. TMDB's `total_pages` is 1 where nothing was found, and beyond
  /// 500 for long lists.
  var total: Int

  /// - Parameter mediaType: of rows that do not say it; nil: such rows are left out.
  init(_ body: [UInt8], of mediaType: Title.MediaType?) throws(UndecodableAnswer) {
    try self.init(try JSONValue(upstream: body), of: mediaType)
  }

  init(_ json: JSONValue, of mediaType: Title.MediaType?) throws(UndecodableAnswer) {
    guard let results = json["results"]?.arrayValue else { throw UndecodableAnswer("has no results") }
    // Rows of any kind have a number; where none has one it is not TMDB's page.
    guard results.isEmpty || results.contains(where: { $0.id() != nil }) else {
      throw UndecodableAnswer("has rows of another shape")
    }
    rows = results.prefix(Self.size).map { TMDBRow($0, of: mediaType) }
    // People alone are what a search of all kinds may find; rows that cannot be read are not worth keeping.
    guard results.isEmpty || rows.contains(where: { $0 != nil }) || results.contains(where: Self.isOther)
    else { throw UndecodableAnswer("has no row that can be read") }
    let pages = json.count("total_pages")
    guard let count = json.count("total_results") ?? pages.map({ min($0, Self.last) * Self.size }) else {
      throw UndecodableAnswer("does not say how many there are")
    }
    total = min(count, min(pages ?? Self.last, Self.last) * Self.size)
  }

  /// A person or a collection.
  private static func isOther(_ json: JSONValue) -> Bool {
    json.id() != nil
      && (json["media_type"]?.stringValue).map { Title.MediaType(rawValue: $0) == nil } ?? false
  }
}

/// A film or a series in a list.
struct TMDBRow: Sendable, Equatable {
  /// Genres are in English, as ``Genres`` has them.
  var title: Title

  init?(_ json: JSONValue, of usual: Title.MediaType?) {
    let mediaType = json["media_type"]?.stringValue.map(Title.MediaType.init(rawValue:)) ?? usual
    guard let mediaType, let title = Title(tmdb: json, mediaType, .row) else { return nil }
    self.title = title
  }
}
