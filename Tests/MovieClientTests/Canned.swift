import JSONRPC

/// Results as the contract has them.
enum Canned {
  static let meta = """
    {"source":"catalogue","cache":"none","age_ms":0,"offline":false,"as_of":"2026-07-29","corrected":null,"hidden":0,
    "attribution":["TMDB"]}
    """

  static func title(
    _ key: String, _ title: String, _ year: String, genres: String = #""Science Fiction","Adventure""#,
    votes: String = "13304", average: String = "7.782", more: String = ""
  ) -> String {
    """
    {"key":"\(key)","id":1,"media_type":"\(key.prefix { $0 != "/" })","title":"\(title)",
    "original_title":"\(title)",
    "original_name":null,"original_language":"en","release_date":null,"year":\(year),
    "overview":"A film by someone.",
    "overview_source":"movierpc","genres":[\(objects(genres))],"poster_path":null,"backdrop_path":null,
    "vote_average":\(average),"vote_count":\(votes),"popularity":1.0,"adult":false,"gone":false,"source":"catalogue",
    "user_state":{"watchlist":false,"watched":false,"favorite":false,"download":"none"}\(more)}
    """
  }

  /// `"Comedy","Drama"` as genres.
  private static func objects(_ names: String) -> String {
    names.isEmpty
      ? ""
      : names.split(separator: ",").map { #"{"id":1,"name":\#($0)}"# }.joined(separator: ",")
  }

  static func marks(watchlist: Bool = true, watched: Bool = false, favorite: Bool = false) -> String {
    #"{"watchlist":\#(watchlist),"watched":\#(watched),"favorite":\#(favorite),"download":"none"}"#
  }

  /// A title of the library.
  static func entry(
    _ key: String = "movie/438631", _ title: String = "Dune", _ year: String = "2021", note: String = "",
    on: String = marks()
  ) -> String {
    let isWatched = on.contains(#""watched":true"#)
    return #"""
      {"key":"\#(key)","id":1,"media_type":"movie","title":"\#(title)","year":\#(year),"genres":[],
      "vote_average":7.782,"vote_count":13304,"user_state":\#(on),"entry":{"added_at":"2026-11-21T09:30:00Z",
      "note":"\#(note)","watched":\#(isWatched),"watched_at":null,"version":42}}
      """#
  }

  static let dune = title("movie/438631", "Dune", "2021")
  static let parasite = title("movie/496243", "기생충", "2019", genres: #""Comedy""#, average: "8.5")
  static let thrones = title("tv/1399", "Game of Thrones", "2011", genres: "", votes: "0", average: "0.0")
  static let long = title(
    "movie/1", "A title that is so long that no terminal has room for it", "null", average: "null")

  static func list(
    _ titles: [String], page: Int = 1, next: String = "null", pages: Int = 1, total: Int = 3,
    meta: String = meta
  ) throws -> JSONValue {
    try JSONValue(
      parsing: """
        {"results":[\(titles.joined(separator: ","))],"page":\(page),"page_size":3,"next_page":\(next),
        "total_pages":\(pages),"total_results":\(total),"meta":\(meta)}
        """)
  }

  static let video = """
    {"name":"Official Trailer","type":"trailer","site":"youtube","video_id":"n9xhJrPXop4","official":true,
    "language":"en","url":"https://www.youtube.com/watch?v=n9xhJrPXop4","embed_url":null,"thumbnail_url":null,
    "direct":false,"published_at":"2021-07-22T16:03:42Z"}
    """
}
