import Testing

@testable import TitleIndex

@Suite struct TableLineTests {
  private static let columns: [TableColumn] = [.title, .cast, .popularity]

  private func line(_ text: String, _ body: (TableLine) -> Void) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var line = TableLine(columns: Self.columns)
      let isRead = line.read(bytes, 0..<bytes.count)
      #expect(isRead)
      body(line)
    }
  }

  @Test(arguments: ["", "|", "one", "one|two", "|one||two|", "one|two|three"])
  func items_are_those_that_are_not_empty(_ text: String) {
    line("Heat\t\(text)\t1") { line in
      let items = line.items(.cast).map { String(decoding: $0, as: UTF8.self) }
      #expect(items == text.split(separator: "|").map(String.init))
      #expect(line.text(.title) == "Heat" && line.decimal(.popularity) == 1)
    }
  }

  @Test func line_of_other_cells_is_refused() {
    for text in ["", "a\tb", "a\tb\tc\td"] {
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        var line = TableLine(columns: Self.columns)
        let isRead = line.read(bytes, 0..<bytes.count)
        #expect(!isRead, "\(text)")
      }
    }
  }

  @Test func decimals_are_those_of_the_library() {
    var texts = [
      "", ".", "7", "7.", ".5", "7.116", "-1", "1e3", "0.1.2", "x", "123456789.5", "00.50", "nan", "16777217",
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let digits = String(UInt32.random(in: 0..<1_000_000_000, using: &random))
      let point = digits.index(digits.startIndex, offsetBy: Int.random(in: 1...digits.count))
      texts.append(digits[..<point] + (point == digits.endIndex ? "" : "." + digits[point...]))
    }
    for text in texts {
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        let (own, wanted) = (TableLine.decimal(bytes), Float(text))
        #expect(own == wanted || own?.isNaN == true && wanted?.isNaN == true, "\(text)")
      }
    }
  }
}
