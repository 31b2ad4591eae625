import MovieProtocol
import MovieSources
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("Dune 2021", "Dune%202021"), ("a-b_c.d~e", "a-b_c.d~e"), ("Amélie", "Am%C3%A9lie"),
    ("Fast & Furious?#/%+=\"'<>", "Fast%20%26%20Furious%3F%23%2F%25%2B%3D%22%27%3C%3E"),
    ("기생충", "%EA%B8%B0%EC%83%9D%EC%B6%A9"),
    ("\n\r\u{1B}\u{202E}", "%0A%0D%1B%E2%80%AE"),
  ])
  func only_unreserved_characters_stay(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentDecoding.decode(encoded[...]) == text)
  }
}
