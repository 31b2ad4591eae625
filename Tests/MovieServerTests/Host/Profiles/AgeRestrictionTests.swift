import Testing

@testable import MovieServer

@Suite struct AgeRuleTests {
  private func admits(_ limit: Int, _ certificates: [String: String]?, showsUnknown: Bool = false) -> Bool {
    AgeRestriction(limit: limit, region: "US", showsUnknown: showsUnknown).admits(certificates)
  }

  @Test func certificate_for_older_people_is_hidden() {
    #expect(admits(13, ["US": "PG-13"]) && !admits(12, ["US": "PG-13"]))
    #expect(admits(17, ["US": "R"]) && !admits(16, ["US": "R"], showsUnknown: true))
    #expect(admits(0, ["US": "G"]) && !admits(0, ["US": "PG"]))
    #expect(admits(21, ["US": "NC-17"]))
  }

  @Test(arguments: [nil, [:], ["DE": "0"], ["US": "NR"], ["US": ""]] as [[String: String]?])
  func what_the_region_does_not_say_is_unknown(_ certificates: [String: String]?) {
    #expect(!admits(21, certificates) && admits(0, certificates, showsUnknown: true))
  }
}
