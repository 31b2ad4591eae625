import TestSupport
import Testing

/// The simulation behind Tests/Benchmarks/GROWTH.md. Its tests are in its own language.
@Suite struct GrowthTests {
  @Test(.needs("python3", of: "python3"))
  func simulation_keeps_its_rules_and_the_page_is_its_output() throws {
    let tests = Transcripts.protocolFolder + "/../Tests/Benchmarks/test_growth.py"
    let outcome = try Program.run("python3", [tests], atMost: 300)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
