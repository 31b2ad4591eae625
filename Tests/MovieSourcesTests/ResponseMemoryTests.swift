import MovieStore
import TestSupport
import Testing

@testable import MovieSources

@Suite struct AnswerMemoryTests {
  private func answer(_ key: String, bytes: Int = 1000) -> CachedResponse {
    CachedResponse(
      key: key, status: 200, body: [UInt8](repeating: 0x20, count: bytes), fetchedAt: 0, freshUntil: 1)
  }

  @Test func what_was_used_last_stays() {
    var memory = ResponseMemory(maxBytes: 20_000)
    for number in 0..<10 { memory.store(answer("\(number)")) }
    #expect(memory.find("0") != nil)
    for number in 10..<20 {
      memory.store(answer("\(number)"))
      #expect(memory.find("0") != nil)
    }
    #expect(memory.find("1") == nil && memory.find("19") != nil)
  }

  @Test func it_never_holds_more_than_it_may() {
    var memory = ResponseMemory(maxBytes: 10_000)
    var random = SystemRandomNumberGenerator()
    for number in 0..<2000 {
      switch number % 7 {
      case 0: memory.remove("\(Int.random(in: 0..<50, using: &random))")
      case 1: memory.maxBytes = .random(in: 0..<30_000, using: &random)
      default:
        memory.store(
          answer("\(Int.random(in: 0..<50, using: &random))", bytes: .random(in: 0..<4000, using: &random)))
      }
      #expect(memory.bytes >= 0 && memory.bytes <= memory.maxBytes)
      #expect((memory.bytes == 0) == (memory.count == 0))
    }
  }

  @Test func one_that_is_too_large_is_not_kept_and_its_elder_neither() {
    var memory = ResponseMemory(maxBytes: 10_000)
    memory.store(answer("a"))
    memory.store(answer("a", bytes: 2500))
    #expect(memory.find("a") == nil && memory.bytes == 0)
  }

  @Test func a_newer_one_takes_the_place() {
    var memory = ResponseMemory(maxBytes: 10_000)
    memory.store(answer("a", bytes: 100))
    let before = memory.bytes
    memory.store(answer("a", bytes: 300))
    #expect(memory.count == 1 && memory.bytes == before + 200)
  }
}
