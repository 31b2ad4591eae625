import MovieProtocol
import Testing

struct AbsolutePathTests {
  @Test func a_relative_path_is_one_from_here() {
    #expect(AbsolutePath.of("/a") == "/a")
    #expect(AbsolutePath.of("a").hasSuffix("/a"))
    #expect(AbsolutePath.of("a").hasPrefix("/"))
  }
}
