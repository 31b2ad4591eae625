import EventLoop
import JSONRPC
import Testing

@testable import MovieServer

/// The small values of a connection that need neither clock nor I/O.
@LoopActor
@Suite struct ConnectionInputTests {
  @Test func faults_in_a_row_are_forgotten_after_a_message() {
    var faults = InputFaults()
    let first = (1..<InputFaults.maxInARow).map { _ in faults.recordSyntax() }
    faults.recordMessage()
    let second = (1...InputFaults.maxInARow).map { _ in faults.recordSyntax() }
    #expect(!first.contains(true))
    #expect(second.firstIndex(of: true) == InputFaults.maxInARow - 1)
  }

  @Test func the_second_message_too_long_is_one_too_many() {
    var faults = InputFaults()
    let first = faults.recordTooLong()
    faults.recordMessage()
    let second = faults.recordTooLong()
    #expect(!first && second)
  }

  @Test func hits_are_recorded_together_for_each_method() {
    let statistics = Statistics(methods: 2)
    let hits = HitCounter(statistics)
    hits.begin(at: .now)
    hits.add(0)
    hits.add(0)
    #expect(statistics.methods.map(\.calls) == [0, 0])
    hits.add(1)
    #expect(statistics.methods.map(\.calls) == [2, 0])
    hits.flush()
    hits.flush()
    #expect(statistics.methods.map(\.calls) == [2, 1])
  }

  @Test(arguments: [
    ([" \n", "{"], "[]\n"), (["C"], "Content-Length: 2\r\n\r\n[]"), ([" "], "[]\n"),
    (["{", "C"], "[]\n"),
  ]) func replies_are_framed_as_the_first_message(_ reads: [String], _ reply: String) {
    var (framing, output) = (ReplyFraming(), [UInt8]())
    for read in reads { framing = framing.detected(in: Array(read.utf8).span) }
    framing.append(to: &output) { $0 += Array("[]".utf8) }
    #expect(String(decoding: output, as: UTF8.self) == reply)
  }
}
