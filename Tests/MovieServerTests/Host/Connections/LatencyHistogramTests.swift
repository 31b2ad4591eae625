import Testing

@testable import MovieServer

@Suite struct LatencyHistogramTests {
  @Test func nothing_has_no_percentile() {
    #expect(LatencyHistogram().percentile(0.5) == 0)
  }

  @Test func a_percentile_is_at_most_a_quarter_too_high_and_never_too_low() {
    for nanoseconds in [1000, 1500, 18_000, 999_999, 15_000_000_000] as [UInt64] {
      var histogram = LatencyHistogram()
      histogram.add(nanoseconds: nanoseconds)
      for share in [0.0, 0.5, 0.99, 1.0] {
        let found = Double(histogram.percentile(share)) * 1000
        #expect(found >= Double(nanoseconds))
        #expect(found <= Double(nanoseconds) * 1.25 + 1000)
      }
    }
  }

  @Test func the_share_decides_where_it_lies() {
    var histogram = LatencyHistogram()
    histogram.add(nanoseconds: 10_000, times: 99)
    histogram.add(nanoseconds: 1_000_000)
    #expect(histogram.percentile(0.5) < 20)
    #expect(histogram.percentile(0.99) < 20)
    #expect(histogram.percentile(1) >= 1000)
  }

  @Test func no_value_and_no_number_of_them_traps() {
    var histogram = LatencyHistogram()
    for value in [0, 1, 2, 3, 4, .max] as [UInt64] { histogram.add(nanoseconds: value) }
    #expect(histogram.percentile(1) > 0)
    for _ in 1...3 { histogram.add(nanoseconds: 5000, times: 1 << 32) }
    #expect(histogram.percentile(0.5) == 6)
  }
}
