import TestSupport
import Testing

/// The arrows inside `MovieServer`: the features use the host, the host knows none of them, and none knows another.
@Suite struct FeatureArrowsTests {
  /// What one feature may know of another, each with the reason. None does.
  private static let allowed: [String: Set<String>] = [:]

  static let folder = "Sources/MovieServer/Features"
  static let features = SourceFiles.folders(under: folder)

  private static func code(of feature: String) -> [(file: String, code: SwiftCode)] {
    SourceFiles.swift(under: "\(folder)/\(feature)").map { ($0, SwiftCode($0)) }
  }

  /// The types of a feature, and what it adds to `Server` for its own handlers and topics.
  private static func names(of feature: String) -> (types: Set<Substring>, members: Set<Substring>) {
    code(of: feature).reduce(into: ([], [])) { names, file in
      names.0.formUnion(file.code.types)
      names.1.formUnion(file.code.members(of: "Server"))
    }
  }

  private func expectStranger(_ feature: String, in files: [(file: String, code: SwiftCode)]) {
    let (types, members) = Self.names(of: feature)
    for (file, code) in files {
      let known = code.words.intersection(types).union(code.askedOfServer.intersection(members))
      #expect(known.isEmpty, "\(file) knows \(known.sorted()) of \(feature)")
    }
  }

  @Test(arguments: features) func host_names_nothing_of_a_feature(_ feature: String) {
    let host = SourceFiles.swift(under: "Sources/MovieServer/Host")
    #expect(host.count > 50 && !Self.names(of: feature).types.isEmpty)
    expectStranger(feature, in: host.map { ($0, SwiftCode($0)) })
  }

  /// Those of its own, in `Methods`, apart: the time of an end, and a remedy.
  @Test func host_names_no_method() {
    let allowed: Set<Substring> = ["ShutdownMethod", "ProfilesSelectMethod"]
    let methods = SourceFiles.swift(under: "Sources/MovieProtocol/Methods").map { SwiftCode($0).types }
      .reduce(into: Set<Substring>()) { $0.formUnion($1) }.filter { $0.hasSuffix("Method") }
    #expect(methods.count > 50)
    for file in SourceFiles.swift(under: "Sources/MovieServer/Host") where !file.contains("/Host/Methods/") {
      let named = SwiftCode(file).words.intersection(methods).subtracting(allowed)
      #expect(named.isEmpty, "\(file) names \(named.sorted())")
    }
  }

  @Test(arguments: features) func feature_names_nothing_of_another(_ feature: String) {
    for other in Self.features where other != feature {
      guard Self.allowed[other]?.contains(feature) != true else { continue }
      expectStranger(feature, in: Self.code(of: other))
    }
  }

  /// One without a line there compiles, and never hears of anything.
  @Test(arguments: features) func feature_has_its_place_in_the_list(_ feature: String) {
    let list = SwiftCode(SourceFiles.root + "/\(Self.folder)/Features.swift").words
    #expect(!list.isDisjoint(with: Self.names(of: feature).types))
    for (file, code) in Self.code(of: feature) {
      for line in code.lines {
        guard let name = line.firstMatch(of: /(?:class|extension) (\w+)(?::|.*,) Feature\b/)?.output.1 else {
          continue
        }
        #expect(list.contains(name), "\(file): \(name)")
      }
    }
  }
}
