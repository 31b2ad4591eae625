import Foundation
import TestSupport
import Testing

/// The Makefile names suites and modules that are there: a filter that finds nothing runs nothing.
@Suite struct MakefileTests {
  @Test func filters_name_existing_suites() throws {
    let makefile = TemporaryFolder.read(SourceFiles.root + "/Makefile")
    let names = makefile.matches(of: /--filter '([^']+)'/).flatMap {
      $0.1.split(separator: "|").map(String.init)
    }
    try #require(names.count > 5)
    // As a filter sees them: `MODULE.SUITE`.
    let suites = SourceFiles.folders(under: "Tests").flatMap { module in
      SourceFiles.swift(under: "Tests/" + module).flatMap { path in
        TemporaryFolder.read(path).matches(of: /(?:struct|class) (\w+)/).map { "\(module).\($0.1)" }
      }
    }
    for name in names {
      let isThere = suites.contains { $0 == name || $0.hasPrefix(name + ".") || $0.hasSuffix("." + name) }
      #expect(isThere, "\(name)")
    }
  }
}
