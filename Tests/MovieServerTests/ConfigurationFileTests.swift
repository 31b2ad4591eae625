import Logging
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@Suite struct ConfigurationFileTests {
  private func fault(_ text: String) -> String? {
    do {
      _ = try ConfigurationFile.parse(text, path: "f")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func what_is_set_holds_and_the_rest_is_the_default() throws {
    let configuration = try ConfigurationFile.parse(
      """
      page_size = 7
      debounce_ms = 0
      catalogue.embedded = false
      [limits]
      depth = 8 # a comment
      connections = 1_000
      [folders]
      data = "/srv/movies"
      [log]
      level = 'debug'
      """, path: "f")
    var expected = Configuration()
    expected.settings.pageSize = 7
    expected.settings.debounce = 0
    expected.hasEmbeddedCatalogue = false
    expected.limits.depth = 8
    expected.limits.connections = 1000
    expected.dataFolder = "/srv/movies"
    expected.logLevel = .debug
    #expect(configuration == expected)
    #expect(try ConfigurationFile.parse("", path: "f") == Configuration())
  }

  @Test(
    arguments: [
      ("page_size = 0", "f:1: page_size must be a whole number, 1 to 100"),
      ("\n\npage_size = 101", "f:3: page_size must be a whole number, 1 to 100"),
      ("\r\n\r\npage_size = 101\r\n", "f:3: page_size must be a whole number, 1 to 100"),
      ("page_size = 20.0", "f:1: page_size must be a whole number, 1 to 100"),
      ("page_size = \"20\"", "f:1: page_size must be a whole number, 1 to 100"),
      ("# page_size = 1\npagesize = 20", "f:2: there is no setting pagesize; did you mean page_size?"),
      ("[limits]\npage_size = 10\n[log]\npage_size = 3", "f:4: there is no setting log.page_size"),
      ("[limits]\npage_size = 10\ndepth = 7", "f:3: limits.depth must be a whole number, 8 to 64"),
      ("[ limits ] # here\n  \"depth\"=7", "f:2: limits.depth must be a whole number, 8 to 64"),
      ("limits . depth = 7", "f:1: limits.depth must be a whole number, 8 to 64"),
      ("\nlimits = { depth = 7 }", "f:2: limits.depth must be a whole number, 8 to 64"),
      ("limits = 3", "f:1: there is no setting limits; did you mean limits.line_bytes?"),
      ("[limit]\n", "f:1: there is no setting limit; did you mean limits.line_bytes?"),
      ("[limits]\n", nil),
      ("[limits.more]\ndepth = 8", "f:1: there is no setting limits.more"),
      ("[[limits]]\ndepth = 8", "f:1: there is no setting limits; did you mean limits.line_bytes?"),
      ("folders.data = \"movies\"", "f:1: folders.data must be the absolute path of a folder"),
      ("catalogue.embedded = 1", "f:1: catalogue.embedded must be true or false"),
      ("\"page\\u005fsize\" = 0", "f: page_size must be a whole number, 1 to 100"),
      ("limits.depth = 99999999999999999999999", nil),
    ] as [(String, String?)])
  func a_mistake_is_one_sentence_with_its_line(_ text: String, _ expected: String?) {
    let found = fault(text)
    if text.contains("9999") {
      #expect(found?.hasPrefix("f:1: ") == true)
    } else {
      #expect(found == expected)
    }
  }

  @Test(arguments: [
    ("page_size = ", 1), ("page_size = 1\nx y\n", 2), ("a = 1\na = 2", 2), ("[x\n", 1), ("a = \"\u{1}\"", 1),
  ])
  func what_is_no_TOML_names_the_line(_ text: String, _ line: Int) {
    let found = fault(text)
    #expect(found?.hasPrefix("f:\(line): ") == true, "\(found ?? "none")")
    #expect(found?.contains("\n") == false)
  }

  @Test func the_log_level_is_one_of_those_there_are() {
    for level in Logger.Level.allCases {
      #expect(
        (try? ConfigurationFile.parse("log.level = \"\(level.rawValue)\"", path: "f"))?.logLevel == level)
    }
    #expect(fault("log.level = \"loud\"")?.hasPrefix("f:1: log.level must be one of trace, debug") == true)
  }

  @Test func every_limit_can_be_set_to_both_ends_of_its_range() {
    for entry in Limits.entries {
      for value in [entry.range.lowerBound, entry.range.upperBound] {
        #expect(fault("limits.\(entry.name) = \(value)") == nil)
      }
      for value in [entry.range.lowerBound - 1, entry.range.upperBound + 1] {
        #expect(fault("limits.\(entry.name) = \(value)") != nil)
      }
    }
  }

  @Test func a_file_that_is_not_there_is_a_fault_only_where_somebody_named_it() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/config.toml"
    #expect(try ConfigurationFile.read(path, isRequired: false) == Configuration())
    #expect(throws: ConfigurationFile.Fault.self) { try ConfigurationFile.read(path, isRequired: true) }
    #expect(throws: ConfigurationFile.Fault.self) {
      try ConfigurationFile.read(folder.path, isRequired: false)
    }
    try TemporaryFolder.write("page_size = 3", to: path)
    #expect(try ConfigurationFile.read(path, isRequired: true).settings.pageSize == 3)
    try TemporaryFolder.write(String(repeating: "#", count: (1 << 20) + 1), to: path)
    #expect(throws: ConfigurationFile.Fault.self) { try ConfigurationFile.read(path, isRequired: true) }
  }
}
