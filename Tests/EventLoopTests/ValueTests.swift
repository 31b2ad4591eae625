import Testing

@testable import EventLoop

struct OutputBuffersTests {
  @Test func memory_is_lent_and_taken_back() {
    var buffers = OutputBuffers()
    var buffer: [UInt8] = []
    buffers.lend(to: &buffer)
    #expect(buffer.capacity == 0)
    buffer.append(contentsOf: [1, 2, 3])
    buffer.reserveCapacity(5000)
    let capacity = buffer.capacity
    buffers.giveBack(&buffer)
    #expect(buffer.capacity == 0 && buffers.cachedBytes == capacity)
    buffers.lend(to: &buffer)
    #expect(buffer.isEmpty && buffer.capacity == capacity && buffers.cachedBytes == 0)
  }

  @Test func kept_memory_is_bounded() {
    var buffers = OutputBuffers()
    for size in [600_000, 400_000, 200_000] + Array(repeating: 100, count: 20) {
      var buffer = [UInt8](repeating: 0, count: size)
      buffers.giveBack(&buffer)
      #expect(buffer.capacity == 0)
    }
    #expect((400_000...OutputBuffers.maxStoredBytes).contains(buffers.cachedBytes))
  }
}

struct ReadBudgetTests {
  @Test func reads_are_small_once_the_first_ones_of_a_turn_have_taken_their_time() {
    func moment(_ nanoseconds: UInt64) -> HighResolutionInstant {
      HighResolutionInstant(nanoseconds: 7_000_000 + nanoseconds)
    }
    var budget = ReadBudget()
    let time = ReadBudget.largeReadTime
    #expect(budget.size(inTurn: 0, at: moment(0)) == ReadBudget.maxSize)
    #expect(budget.size(inTurn: 0, at: moment(time - 1)) == ReadBudget.maxSize)
    #expect(budget.size(inTurn: 0, at: moment(time)) == ReadBudget.minSize)
    #expect(budget.size(inTurn: 0, at: moment(50 * time)) == ReadBudget.minSize)
    #expect(budget.size(inTurn: 1, at: moment(50 * time)) == ReadBudget.maxSize)
    #expect(budget.size(inTurn: 1, at: moment(51 * time)) == ReadBudget.minSize)
  }
}

struct UVErrorTests {
  @Test func error_knows_its_name_and_message() {
    let error = UVError(code: -111, operation: "connect")
    #expect(error.name == "ECONNREFUSED")
    #expect(error.message == "connection refused")
    #expect(error.description == "cannot connect: connection refused (ECONNREFUSED)")
    #expect(UVError(code: -99999, operation: "").name == "Unknown system error -99999")
  }
}
