import TestSupport
import Testing

/// The arrows of the modules: Package.swift says what a target may link, this says what its files may import.
@Suite struct ModuleArrowsTests {
  /// Lower modules first. System libraries and the standard library's own are free to all but the two that
  /// say otherwise.
  static let allowed: [String: Set<String>] = [
    "EventLoop": ["CLibuv"],
    "HTTPClient": ["CCurl", "CZlib", "EventLoop"],
    "JSONRPC": [],
    "MovieProtocol": ["JSONRPC"],
    "MovieSync": ["CSodium", "JSONRPC"],
    "TitleIndex": ["Foundation"],
    "MovieStore": [
      "CatalogueData", "CZlib", "CZstd", "JSONRPC", "MovieProtocol", "MovieSync", "TitleIndex", "GRDB",
      "GRDBSQLite", "Foundation",
    ],
    "RedisClient": ["EventLoop", "HTTPClient", "MovieProtocol"],
    "MovieSources": [
      "EventLoop", "HTTPClient", "JSONRPC", "MovieProtocol", "MovieStore", "RedisClient", "TitleIndex",
      "Logging",
    ],
    "MovieServer": [
      "CCrypt", "CZlib", "EventLoop", "HTTPClient", "JSONRPC", "MovieProtocol", "MovieSources", "MovieStore",
      "MovieSync",
      "Logging",
      "TOMLKit",
    ],
    "MovieClient": ["JSONRPC", "MovieProtocol", "TranslationData"],
    "movierpcd": ["MovieServer", "MovieProtocol"],
    "movierpc": ["MovieClient"],
  ]
  static let free: Set<String> = ["Glibc", "Synchronization"]

  @Test(arguments: allowed.keys.sorted())
  func module_imports_only_from_below(_ module: String) throws {
    let files = SourceFiles.swift(under: "Sources/\(module)")
    #expect(!files.isEmpty)
    let allowed = try #require(Self.allowed[module]).union(Self.free)
    for file in files {
      for name in imports(in: TemporaryFolder.read(file)) {
        #expect(allowed.contains(name), "\(file) imports \(name)")
      }
    }
  }

  @Test func tasks_start_in_one_place() {
    for file in SourceFiles.swift(under: "Sources") where !file.hasSuffix("/LoopTask.swift") {
      for line in TemporaryFolder.read(file).split(separator: "\n") where !line.contains("//") {
        #expect(
          !line.contains(" Task {") && !line.contains("Task.detached") && !line.contains("= Task("),
          "\(file): \(line)")
      }
    }
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]

  private func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(of: "import"), !line.hasPrefix("//"),
        // A help text of the client.
        !line.hasPrefix("    "),
        words[..<keyword].allSatisfy({ $0.hasPrefix("@") || Self.modifiers.contains($0) })
      else { return nil }
      return words.last.map { String($0.split(separator: ".").first ?? $0) }
    }
  }
}
