import Foundation
import TestSupport
import Testing

/// What the documents point to is there.
@Suite struct LinksTests {
  @Test(arguments: MarkdownFile.names)
  func links_lead_somewhere(_ name: String) {
    let file = MarkdownFile(name)
    #expect(!file.text.isEmpty)
    let folder = folder(of: name)
    for link in file.links {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let target = parts[0].isEmpty ? name : folder + parts[0]
      #expect(exists(target), "\(name): \(link)")
      if parts.count == 2 { #expect(MarkdownFile(target).anchors.contains(parts[1]), "\(name): \(link)") }
    }
  }

  @Test(arguments: MarkdownFile.names)
  func paths_are_there(_ name: String) {
    let files = Set(SourceFiles.swift(under: "Sources") + SourceFiles.swift(under: "Tests"))
    let short = Set(files.compactMap { $0.split(separator: "/").last.map(String.init) })
    for code in MarkdownFile(name).code where !code.contains("NAME") && !code.contains(" ") {
      if ["Sources/", "Tests/", "Protocol/"].contains(where: code.hasPrefix) {
        #expect(exists(code), "\(name): \(code)")
      } else if code.hasSuffix(".swift") {
        // A page beside the files names them by their way from there.
        let isThere = code.contains("/") ? exists(folder(of: name) + code) : short.contains(code)
        #expect(isThere, "\(name): \(code)")
      }
    }
  }

  @Test func make_has_the_targets_that_are_named() throws {
    let makefile = TemporaryFolder.read(SourceFiles.root + "/Makefile")
    let targets = makefile.split(separator: "\n").compactMap { $0.split(separator: ":").first }
    for name in MarkdownFile.names {
      let file = MarkdownFile(name)
      let commands =
        file.code + file.lines.filter { $0.hasPrefix("    ") }.map { $0.trimmingCharacters(in: .whitespaces) }
      for command in commands where command.hasPrefix("make ") {
        let target = command.dropFirst(5).prefix { $0.isLetter || $0 == "-" }
        #expect(targets.contains(target), "\(name): \(command)")
      }
    }
  }

  /// Tables and code too: whoever reads in a terminal has 110 columns.
  @Test(arguments: MarkdownFile.names)
  func lines_fit(_ name: String) {
    for (number, line) in MarkdownFile(name).lines.enumerated() {
      #expect(line.count <= 110, "\(name):\(number + 1)")
    }
  }

  private func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: SourceFiles.root + "/" + path)
  }
}
