import MovieProtocol
import Testing

@testable import MovieServer

@Suite struct ImportFormatTests {
  @Test(
    arguments: [
      ("Date,Name,Year,Letterboxd URI\n2026-01-02,Dune,2021,u\n", .letterboxd),
      ("\u{FEFF}\"Date\",\"Name\",\"Year\",\"Letterboxd URI\"\r\n", .letterboxd),
      ("Letterboxd list export v7\nDate,Name,Tags,URL,Description\n", .letterboxd),
      ("tmdbID,imdbID,Title,Year\n", .letterboxd),
      ("Position,Const,Created,Modified,Description,Title\n", .imdb),
      ("Const,Your Rating,Title,Year\n", .imdb),
      ("[\n  {\"type\": \"movie\", \"movie\": {\"title\": \"Dune\"}}]", .trakt),
      ("", .movierpc),
      (#"{"history":[{"show":{"ids":{}}}]}"#, .trakt), (#"{"entries":[],"next":null}"#, .movierpc),
      ("{\"kind\":\"search\",\"term\":\"dune\"}\n", .movierpc), ("[{\"kind\": \"settings\"}]", .movierpc),
    ] as [(String, ImportFormat)])
  func beginning_tells_whose_file_it_is(_ text: String, _ format: ImportFormat) {
    #expect(ImportFormat.detected(in: Array(text.utf8)[...]) == format)
  }

  @Test(
    arguments: [
      (["profile.csv"], .letterboxd), (["watched-movies.json"], .trakt),
      (["ana/", "ana/lists.json"], .trakt),
      (["photo.jpg"], nil),
    ] as [([String], ImportFormat?)])
  func archive_is_that_of_its_first_file(_ names: [String], _ format: ImportFormat?) {
    // https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7: the name follows 30 bytes.
    let files = names.map { Array("PK\u{3}\u{4}".utf8) + Array(repeating: 0, count: 26) + Array($0.utf8) }
    #expect(ImportFormat.detected(in: files.flatMap(\.self)[...]) == format)
  }

  @Test(arguments: ["hello", "{}", "[]", "a,b,c\n1,2,3\n", "PK\u{3}\u{4}", "\u{0}\u{0}", "[1,2,3]"])
  func other_files_are_nobodys(_ text: String) {
    #expect(ImportFormat.detected(in: Array(text.utf8)[...]) == nil)
  }

  @Test func bytes_that_are_no_text_are_nobodys() {
    #expect(ImportFormat.detected(in: [0xFF, 0xFE, 0x00, 0x80][...]) == nil)
    // Cut within a character.
    #expect(ImportFormat.detected(in: Array("Const,Title\ntt1,é".utf8.dropLast())[...]) == .imdb)
  }
}
