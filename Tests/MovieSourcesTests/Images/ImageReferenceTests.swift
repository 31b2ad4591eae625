import MovieProtocol
import Testing

@testable import MovieSources

@Suite struct ImageReferenceTests {
  private func reference(_ path: String, _ size: String = "w342") throws -> ImageReference {
    ImageReference(path: try #require(ImagePath(path)), size: size)
  }

  @Test func path_and_size_make_address_and_name() throws {
    let poster = try reference("/aB3.jpg")
    #expect(poster.target == "/w342/aB3.jpg" && poster.stem == "w342-aB3-jpg")
    #expect(ImageReference.picture(poster.path) == "aB3-jpg")
    #expect(try reference("/aB3.png").stem != poster.stem)
  }

  /// https://developer.themoviedb.org/docs/image-basics
  @Test func a_drawing_is_asked_for_as_a_picture() throws {
    let drawing = try reference("/logo.svg", "w185")
    #expect(drawing.target == "/w185/logo.png")
    #expect(drawing.stem == (try reference("/logo.png", "w185").stem))
  }

  @Test func a_url_has_one_name_whatever_the_size() throws {
    let url = "https://is1-ssl.mzstatic.com/image/a/600x600bb.jpg"
    let small = try reference(url, "w92")
    #expect(small.target == url)
    #expect(small.stem == (try reference(url, "w780").stem))
    #expect(small.stem != (try reference(url + "x", "w92").stem))
    #expect(small.stem.count == 68 && small.stem.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" })
  }

  /// https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func hash_is_that_of_the_standard(_ text: String, _ hash: String) {
    #expect(SHA256.hexadecimal(Array(text.utf8)) == hash)
  }

  @Test func name_of_a_file_says_all_about_it() throws {
    let header = try ImageHeader(ImageHeaderTests.gif)
    let file = ImageFile(stem: "w342-aB3-jpg", header, bytes: 48_213)
    #expect(file.name == "w342-aB3-jpg.320x200.48213.gif")
    #expect(ImageFile(name: file.name) == file)
    #expect(file.picture == "aB3-jpg")
    #expect(ImageFile(stem: "url-00ff", header, bytes: 1).picture == "url-00ff")
  }

  @Test(arguments: [
    "", "a", "w342-a-jpg", "w342-a-jpg.1x1.1", "w342-a-jpg.1x1.1.svg", "w342-a-jpg.1x1.01.jpg",
    "w342-a-jpg.1.1.jpg",
    "w342-a-jpg.1x1x1.1.jpg", "w342-a-jpg.-1x1.1.jpg", "w342-a-jpg.+1x1.1.jpg",
    "w342-a-jpg.1x1.9999999999.jpg",
    "../a.1x1.1.jpg", "w342_a.1x1.1.jpg", ".1x1.1.jpg", "w342-a-jpg.1x1.1.jpg.part", "fetch-1-2.part",
  ])
  func other_files_are_none_of_ours(_ name: String) {
    #expect(ImageFile(name: name) == nil)
  }

  @Test(arguments: [
    ("https://is1-ssl.mzstatic.com/a.jpg", true), ("https://mzstatic.com/a.jpg", true),
    ("https://itunes.apple.com/a.jpg", true), ("https://IS1.MZSTATIC.COM/a.jpg", true),
    ("https://itunes.example/a.jpg", true), ("https://evilmzstatic.com/a.jpg", false),
    ("https://mzstatic.com.evil.org/a.jpg", false), ("https://evil.org/mzstatic.com/a.jpg", false),
    ("https://evil.org?.mzstatic.com/a.jpg", false), ("https://evil.org#.mzstatic.com", false),
    ("https://evil.org\\.mzstatic.com/a.jpg", false), ("https://mzstatic.com:444/a.jpg", false),
    ("http://itunes.example/a.jpg", false), ("http://127.0.0.1:9/a.jpg", false), ("https://", false),
  ])
  func only_the_hosts_of_itunes_are_asked(_ url: String, _ isAllowed: Bool) {
    #expect(ImageHosts.allows(url, besides: "https://itunes.example") == isAllowed)
  }

  @Test func host_that_itunes_is_set_to_is_asked_too() {
    #expect(ImageHosts.allows("http://127.0.0.1:8990/a.jpg", besides: "http://127.0.0.1:8990"))
    #expect(!ImageHosts.allows("http://127.0.0.1:8991/a.jpg", besides: "http://127.0.0.1:8990"))
    #expect(!ImageHosts.allows("https://x/a.jpg", besides: ""))
  }
}
