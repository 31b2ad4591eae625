import Testing

@testable import MovieClient

struct IllustratedPageTests {
  private static let margin = String(repeating: " ", count: 26)

  private func page(columns: Int = 80, rows: Int = 24) -> IllustratedPage? {
    IllustratedPage(program: "/usr/bin/chafa", columns: columns, rows: rows, Screen(width: columns))
  }

  @Test func text_has_the_width_that_is_left() throws {
    #expect(try #require(page()).screen.width == 54)
    #expect(page(columns: 71) == nil && page(rows: 18) == nil)
    #expect(page(columns: 72) != nil && page(rows: 19) != nil)
  }

  @Test func short_page_is_filled_to_the_height_of_the_picture() throws {
    let text = try #require(page()).layout("Dune\n\nA film.\n")
    let lines = ["\(Self.margin)Dune\n", "\n", "\(Self.margin)A film.\n"]
    #expect(text.first == lines.joined() + String(repeating: "\n", count: 15))
    #expect(text.rows == 18 && text.rest == "")
  }

  @Test func long_page_fills_the_terminal_first() throws {
    let numbers = (1...30).map { "\($0)\n" }
    let text = try #require(page()).layout(numbers.joined())
    #expect(text.first == numbers[..<23].map { Self.margin + $0 }.joined())
    #expect(text.rows == 23)
    #expect(text.rest == numbers[23...].map { Self.margin + $0 }.joined())
  }

  /// An address is wider than the screen, and colours take no place.
  @Test func rows_of_the_terminal_are_counted() throws {
    let address = String(repeating: "x", count: 55) + "\n"
    let coloured = "\u{1B}[1m" + String(repeating: "y", count: 54) + "\u{1B}[0m\n"
    let small = try #require(page())
    #expect(small.layout(String(repeating: address, count: 9) + "z\n").rows == 19)
    #expect(small.layout(String(repeating: coloured, count: 18)).rows == 18)
    #expect(small.layout(String(repeating: address, count: 12)).rows == 22)
    #expect(small.layout(String(repeating: address, count: 12)).rest == Self.margin + address)
  }
}
