import JSONRPC

extension Endpoint where Answer == [ITunesFilm] {
  /// - Parameter country: `DE`; selects the store.
  static func itunesSearch(_ term: String, country: String) -> Endpoint {
    Endpoint(
      .itunes, "/search",
      [
        QueryItem("term", term.asQuery), QueryItem("country", country), QueryItem("media", "movie"),
        QueryItem("entity", "movie"), QueryItem("limit", "25"),
      ], kind: .search, decode: films)
  }

  static func itunesFilm(_ id: Int, country: String) -> Endpoint {
    Endpoint(
      .itunes, "/lookup", [QueryItem("id", String(id)), QueryItem("country", country)], kind: .detail,
      decode: films)
  }

  private static func films(_ body: [UInt8]) throws(UndecodableAnswer) -> [ITunesFilm] {
    let json = try JSONValue(upstream: body)
    guard let rows = json["results"]?.arrayValue else {
      throw UndecodableAnswer("the response has no results")
    }
    return rows.prefix(50).compactMap(ITunesFilm.init)
  }
}
