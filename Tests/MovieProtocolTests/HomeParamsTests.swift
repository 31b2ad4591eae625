import JSONRPC
import MovieProtocol
import Testing

@Suite struct HomeParamsTests {
  private func params(_ json: String) throws -> HomeParams {
    let bytes = Array(json.utf8)
    return HomeParams(try Arguments(HomeMethod.method, params: bytes.span))
  }

  private func rows(_ json: String) throws -> [String] {
    try params(json).rows.map { "\($0.list.rawValue)/\($0.mediaType.rawValue)" }
  }

  @Test func usual_rows_are_the_contracts() throws {
    #expect(
      try rows("{}") == [
        "trending/movie", "trending/tv", "popular/movie", "upcoming/movie", "top_rated/movie",
        "now_playing/movie",
        "award/movie", "recommended/any",
      ])
    #expect(try params("{}").rowSize == 6)
  }

  @Test func rows_keep_their_order_and_come_once() throws {
    #expect(
      try rows(#"{"rows":["popular/tv","award","popular","popular/movie","award"]}"#)
        == ["popular/tv", "award/movie", "popular/movie"])
    #expect(try rows(#"{"rows":[]}"#) == [])
  }

  @Test(arguments: [
    #"["popluar"]"#, #"["popular/any"]"#, #"["popular/"]"#, #"["/movie"]"#, #"["popular/movie/x"]"#, #"[1]"#,
    #""popular""#,
  ])
  func unknown_rows_are_refused(_ value: String) throws {
    let error = try #require(throws: RPCError.self) { try params(#"{"rows":\#(value)}"#) }
    #expect(error.kind == .invalidParams)
    if value.contains("popluar") { #expect(error.hint == "did you mean popular?") }
  }
}
