import Foundation
import TestSupport

/// A document of the project, cut into what can be checked.
struct MarkdownFile {
  static let names =
    [
      "README.md", "CONTRIBUTING.md", "NOTICE", "Protocol/README.md", "Protocol/CHANGELOG.md",
      "Protocol/reference.md", "Protocol/transcripts/README.md",
      "Sources/README.md", "Tests/Benchmarks/README.md", "Tests/Benchmarks/GROWTH.md", "contrib/README.md",
    ] + contrib.map { "contrib/\($0)/README.md" } + manual

  /// Every folder of contrib has a page.
  static let contrib = SourceFiles.folders(under: "contrib")
  /// The pages of the manual, besides the list of them.
  static let manual = SourceFiles.pages(under: "contrib/manual").filter { !$0.hasSuffix("/README.md") }

  let name: String
  let text: String

  init(_ name: String) {
    self.name = name
    text = TemporaryFolder.read(SourceFiles.root + "/" + name)
  }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The cells of every row of every table, without the blanks around them.
  var rows: [[String]] { Self.rows(in: lines) }

  static func rows(in lines: [Substring]) -> [[String]] {
    lines.filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// What stands between single backticks.
  var code: [String] {
    lines.filter { !$0.hasPrefix("    ") }.flatMap { Self.code(in: $0) }
  }

  static func code(in text: some StringProtocol) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The targets of `[words](target)`, where they are not of another site.
  var links: [String] {
    text.components(separatedBy: "](").dropFirst().compactMap { $0.components(separatedBy: ")").first }
      .filter { !$0.contains("://") }
  }

  /// The names that headings have as the targets of links.
  var anchors: [String] {
    lines.filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" || $0 == " " }.lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.replacingOccurrences(
          of: " ", with: "-")
    }
  }

  /// The section under a heading, up to the next of the same depth or above.
  func section(_ heading: String) -> [Substring] {
    let depth = heading.prefix { $0 == "#" }.count
    let rest = lines.drop { $0 != heading }.dropFirst()
    return Array(
      rest.prefix { line in
        let other = line.prefix { $0 == "#" }.count
        return other == 0 || other > depth
      })
  }
}
