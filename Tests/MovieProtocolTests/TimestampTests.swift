import MovieProtocol
import Testing

@Suite struct TimestampTests {
  @Test func sums_and_differences_are_clamped() {
    let (past, future) = (Timestamp.distantPast, Timestamp.distantFuture)
    #expect(Timestamp(seconds: .max) == future && Timestamp(seconds: .min) == past)
    #expect(future + .milliseconds(1) == future && past - .milliseconds(1) == past)
    for seconds in [Int64.min, .max] {
      #expect(Timestamp.epoch + .seconds(seconds) == (seconds > 0 ? future : past))
      #expect(Timestamp.epoch - .seconds(seconds) == (seconds > 0 ? past : future))
    }
    #expect(future - past == .milliseconds(Int64.max) && past - future == .milliseconds(Int64.min))
  }

  @Test func milliseconds_count_and_smaller_parts_do_not() {
    let moment = Timestamp(seconds: 7) + .microseconds(2999)
    #expect(moment == Timestamp(milliseconds: 7002) && moment.seconds == 7)
    #expect(moment - Timestamp(seconds: 6) == .milliseconds(1002))
    #expect(moment.text == "1970-01-01T00:00:07Z")
  }
}
