import Testing

@testable import TitleIndex

@Suite struct TitleTextTests {
  private func path(_ path: String) -> String {
    Array(path.utf8).withUnsafeBufferPointer {
      PosterPath.long(Substring(decoding: PosterPath.short($0), as: UTF8.self))
    }
  }

  @Test(arguments: [
    "/gEU2QniE6E77NI6lCU6MxlNBvIx.jpg", "/a.jpg", "/.jpg", "/a.png", "//a.jpg", "/", "", "/jpg", "/a.jpg.jpg",
  ])
  func path_of_a_picture_is_kept(_ text: String) { #expect(path(text) == text) }

  @Test func cells_are_found_wherever_others_are_empty() throws {
    var table = SmallTable()
    table.add("Alone", "2001")
    table.add("Both", "2002-03-04", director: ["A B", "C D"], aliases: ["Beide"])
    let index = try table.sections().inMemory()
    let (alone, both) = (TitleText(index, 0), TitleText(index, 1))
    #expect(
      alone[.title] == "Alone" && alone[.director] == "" && alone[.aliases] == "" && alone.posterPath == "")
    #expect(both.items(.director) == ["A B", "C D"] && both[.aliases] == "Beide" && both[.cast] == "")
    #expect(index.cell(1, .director).elementsEqual("A B|C D".utf8) && index.cell(1, .cast).isEmpty)
    // Its record has it.
    #expect(both[.id] == "" && index.cell(1, .id).isEmpty)
    #expect(TitleText(index, 2)[.title] == "" && TitleText(index, -1)[.title] == "")
  }

  @Test(arguments: ["en", "fil", "zz", "kr"]) func letters_are_one_number(_ text: String) {
    #expect(LetterCode.text(LetterCode.of(text)) == text)
    #expect(LetterCode.of(text.uppercased()) == LetterCode.of(text))
  }

  @Test(arguments: ["", "e", "engl", "é", "e1", "  "]) func what_is_no_code_is_0(_ text: String) {
    #expect(LetterCode.of(text) == 0)
  }
}
