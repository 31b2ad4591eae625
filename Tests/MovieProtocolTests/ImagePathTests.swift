import JSONRPC
import MovieProtocol
import Testing

@Suite struct ImagePathTests {
  @Test(arguments: [
    "/d5NXSklXo0qyIYkgV94XAgMIckC.jpg", "/a.png", "/B9.webp", "/logo.svg", "/x.jpeg",
    "https://is1-ssl.mzstatic.com/image/thumb/Video/v4/a/600x600bb.jpg", "http://127.0.0.1:8990/t/p/x.jpg",
  ])
  func path_of_a_picture_is_taken_as_it_is(_ text: String) {
    #expect(ImagePath(text)?.text == text)
    #expect(ParameterType.form(.imagePath).check(.string(text)) == .text(text))
  }

  @Test(arguments: [
    "", "/", "/.jpg", "a.jpg", "/a", "/a.gif", "/a.JPG", "/a.jpg ", " /a.jpg", "/a.jpg\n", "/a\n.jpg",
    "/a.b.jpg",
    "/../../x", "/../x.jpg", "/a/b.jpg", "//a.jpg", "/a%2Fb.jpg", "/a?b.jpg", "/ä.jpg", "/a\u{0}.jpg",
    "/a-b.jpg",
    "/\(String(repeating: "a", count: 65)).jpg", "file:///etc/passwd", "http://example.org/a.jpg",
    "https://user@example.org/a.jpg", "https://example.org/\(String(repeating: "a", count: 500))",
    "https://example.org/a b.jpg", "ftp://127.0.0.1/a.jpg", "http://127.0.0.1@example.org/a.jpg",
  ])
  func anything_else_is_refused(_ text: String) {
    #expect(ImagePath(text) == nil)
    #expect(ParameterType.form(.imagePath).check(.string(text)) == nil)
  }
}
