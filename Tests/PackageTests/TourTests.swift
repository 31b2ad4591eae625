import Foundation
import TestSupport
import Testing

/// The tour of the code shows what is there, and stays short.
@Suite struct TourTests {
  let page = MarkdownFile("Sources/README.md")

  @Test func every_module_is_in_the_diagram_and_has_a_row() {
    let section = page.section("## Modules")
    let described = section.filter { $0.hasPrefix("| ") }.compactMap { MarkdownFile.code(in: $0).first }
    // The other folder is for the linker.
    for module in SourceFiles.folders(under: "Sources") where module != "StartupOrder" {
      #expect(line(of: module) != nil, "\(module)")
      #expect(described.contains(module), "\(module)")
    }
  }

  /// An import points downwards in the diagram too.
  @Test func imports_point_downwards_in_the_diagram() throws {
    for (module, imports) in ModuleArrowsTests.allowed {
      let upper = try #require(line(of: module), "\(module)")
      for lower in imports.compactMap({ line(of: $0) }) { #expect(upper < lower, "\(module)") }
    }
  }

  /// Rows with a file and `name()`: the file has that function.
  @Test func functions_are_in_the_files_named() {
    var count = 0
    for row in page.rows where row.count > 1 {
      guard let file = MarkdownFile.code(in: row[0]).first, file.hasSuffix(".swift") else { continue }
      let text = TemporaryFolder.read(SourceFiles.root + "/Sources/" + file)
      for name in MarkdownFile.code(in: row[1]).filter({ $0.hasSuffix("()") }).map({ $0.dropLast(2) }) {
        count += 1
        #expect(text.contains("func \(name)(") || text.contains("func \(name)<"), "\(file): \(name)")
      }
    }
    #expect(count > 0)
  }

  @Test func walks_have_at_most_eight_rows() {
    let walks = page.lines.filter { $0.hasPrefix("### ") }
    #expect(!walks.isEmpty)
    for walk in walks {
      let rows = page.section(String(walk)).filter { $0.hasPrefix("| `") }
      #expect((1...8).contains(rows.count), "\(walk)")
    }
  }

  @Test func glossary_has_at_most_15_terms() {
    let terms = page.section("## Terms").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect((1...15).contains(terms.count))
  }

  /// Within 5 %: "about 64,000 lines of Swift in 840 files".
  @Test func lines_and_files_are_as_many_as_it_says() throws {
    let said = try #require(page.text.firstMatch(of: /about ([0-9,]+) lines of Swift in ([0-9,]+) files/))
    let files = SourceFiles.swift(under: "Sources")
    let lines = files.map { TemporaryFolder.read($0).utf8.count { $0 == UInt8(ascii: "\n") } }.reduce(0, +)
    for (text, count) in [(said.1, lines), (said.2, files.count)] {
      let number = try #require(Int(text.filter(\.isNumber)))
      #expect(abs(number - count) * 20 <= count, "\(count), not \(text)")
    }
  }

  @Test func contributing_has_at_most_200_lines() {
    #expect(MarkdownFile("CONTRIBUTING.md").lines.count <= 210)
  }

  /// The line of the diagram on which a module stands.
  private func line(of module: String) -> Int? {
    page.section("## Modules").filter { $0.hasPrefix("    ") }.firstIndex { line in
      line.split { !($0.isLetter || $0.isNumber) }.contains { $0 == module }
    }
  }
}
