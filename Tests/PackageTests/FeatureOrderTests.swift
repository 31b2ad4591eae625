import TestSupport
import Testing

@Suite struct FeatureOrderTests {
  /// One without a place there compiles, and never hears of anything.
  @Test func every_feature_has_a_place_in_the_order_of_hearing() throws {
    let server = TemporaryFolder.read(SourceFiles.root + "/Sources/MovieServer/Host/Server.swift")
    let order = try #require(server.split(separator: "var features").dropFirst().first?.prefix(400))
    var count = 0
    for file in SourceFiles.swift(under: "Sources/MovieServer/Features") {
      for match in TemporaryFolder.read(file).matches(of: /extension ([A-Za-z]+): Feature/) {
        count += 1
        let property = server.firstMatch(of: try Regex("(?:let|var) ([a-z][A-Za-z]*)(?::| =) \(match.1)\\b"))
        let name = try #require(property?.output[1].substring, "\(match.1) is no property of Server")
        #expect(order.contains(name), "\(name)")
      }
    }
    #expect(count > 0)
  }
}
