import JSONRPC
import MovieProtocol
import Testing

@Suite struct TitleKeyTests {
  @Test(arguments: [
    "movie/438631", "tv/1399", "itunes/1594554138", "imdb/tt1160419", "imdb/tt10872600", "movie/1",
    "movie/999999999999999",
  ])
  func key_reads_back_as_it_was(_ text: String) throws {
    #expect(try #require(TitleKey(text)).text == text)
  }

  @Test(arguments: [
    "", "/", "movie", "movie/", "movie/0", "movie/007", "movie/-1", "movie/+1", "movie/1/2", "movie/ 1",
    "Movie/1",
    "film/1", "movie/1000000000000000", "movie/99999999999999999999", "tv/1e3", "tv/1.0", "imdb/1160419",
    "imdb/tt", "imdb/tt123456", "imdb/tt12345678901", "imdb/tt116041x", "imdb/nm1160419", "itunes/x",
    "movie/\u{0661}", "movie/1\n", "../movie/1", "person/1",
  ])
  func what_is_no_key_is_refused(_ text: String) {
    #expect(TitleKey(text) == nil)
  }

  private func key(_ json: String) throws -> TitleKey {
    let bytes = Array(json.utf8)
    let arguments = try Arguments(DetailMethod.method, params: bytes.span)
    return try #require(try TitleKey.byNumber(arguments) ?? arguments[.key])
  }

  @Test func title_is_named_by_key_or_by_number_and_type() throws {
    #expect(try key(#"{"key":"tv/1399"}"#) == .tmdb(.tv, 1399))
    #expect(try key(#"{"id":1399,"media_type":"tv"}"#) == .tmdb(.tv, 1399))
    #expect(try key(#"["imdb/tt1160419"]"#) == .imdb("tt1160419"))
  }

  @Test(arguments: [
    (#"{}"#, "key", "key, id or title is missing"),
    (#"{"media_type":"tv"}"#, "key", "key, id or title is missing"),
    (#"{"id":7}"#, "media_type", "media_type is missing; TMDB numbers films and series separately"),
    (#"{"key":"tv/7","id":7}"#, "id", "key and id cannot be combined"),
    (#"{"id":7,"media_type":"tv","title":"dark"}"#, "title", "id and title cannot be combined"),
    (#"{"key":"tv/7","media_type":"tv"}"#, "media_type", "media_type is only used with id"),
  ])
  func unclear_names_say_what_is_missing(_ json: String, _ parameter: String, _ message: String) throws {
    let error = try #require(throws: RPCError.self) { try key(json) }
    #expect(error.kind == .invalidParams)
    #expect(error.message == message)
    #expect(error.details.first?.value == .string(parameter))
    #expect(error.hint != nil)
  }

  @Test(arguments: [
    (#"438631"#, #"send {"key":"movie/438631"} or {"key":"tv/438631"}"#),
    (#""438631""#, #"send {"key":"movie/438631"} or {"key":"tv/438631"}"#),
    (#""tt1160419""#, #"send {"key":"imdb/tt1160419"}"#),
  ])
  func bare_number_gets_the_key_it_may_mean(_ value: String, _ hint: String) throws {
    let error = try #require(throws: RPCError.self) { try key("{\"key\":\(value)}") }
    #expect(error.hint == hint)
  }
}
