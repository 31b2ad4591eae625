import EventLoop
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

@Suite struct ImageIndexTests {
  private static let hour: Duration = .seconds(3600)
  private static let later: LoopInstant = 36_000_000

  private func entry(_ stem: String, bytes: Int = 4000, fetchedAt: Timestamp = 0, namedAt: LoopInstant = 0)
    throws
    -> ImageIndex.Entry
  {
    let file = try #require(ImageFile(name: "\(stem).10x10.\(bytes).jpg"))
    return .init(file: file, fetchedAt: fetchedAt, namedAt: namedAt, notedAt: namedAt)
  }

  private func index(_ entries: [ImageIndex.Entry]) -> ImageIndex {
    var index = ImageIndex()
    for entry in entries { index.add(entry) }
    return index
  }

  private func stems(_ names: [String]) -> [String] { names.map { String($0.prefix { $0 != "." }) } }

  @Test func what_was_named_longest_ago_goes_first_until_there_is_room() throws {
    let index = index(
      try [3, 1, 4, 2].map { try entry("w92-\($0)-jpg", namedAt: LoopInstant(milliseconds: $0)) })
    // Each takes two blocks.
    #expect(index.bytes == 4 * 8192)
    let later = Self.later
    #expect(index.surplus(over: 4 * 8192, at: later, sparing: { _ in false }) == [])
    #expect(
      stems(index.surplus(over: 30_000, at: later, sparing: { _ in false })) == ["w92-1-jpg"])
    #expect(
      stems(index.surplus(over: 16_384, at: later, sparing: { _ in false })) == [
        "w92-1-jpg", "w92-2-jpg", "w92-3-jpg",
      ])
  }

  @Test func what_was_named_within_the_hour_stays() throws {
    let now = Self.later
    let index = index(
      try [
        entry("w92-old-jpg", namedAt: now - Self.hour * 2), entry("w92-now-jpg", namedAt: now),
        entry("w92-hour-jpg", namedAt: now - Self.hour),
      ])
    #expect(stems(index.surplus(over: 0, at: now, sparing: { _ in false })) == ["w92-old-jpg"])
  }

  @Test func what_is_spared_stays_whenever_it_was_named() throws {
    let index = index(try ["a", "b", "c"].map { try entry("w92-\($0)-jpg") })
    let surplus = index.surplus(over: 0, at: Self.later) { $0.picture == "b-jpg" }
    #expect(stems(surplus).sorted() == ["w92-a-jpg", "w92-c-jpg"])
  }

  @Test func what_was_named_is_found_to_be_newer_and_noted_now_and_then() throws {
    var index = index(try [entry("w92-a-jpg"), entry("w92-b-jpg", namedAt: 5)])
    let name = try #require(index.find("w92-a-jpg")?.file.name)
    let noted = [1000, 400_000, 500_000].map { index.wasNamed(name, at: $0) }
    #expect(noted == [false, true, false])
    let isOther = index.wasNamed("none", at: 900_000)
    #expect(!isOther)
    #expect(
      stems(index.surplus(over: 16_000, at: Self.later, sparing: { _ in false })) == ["w92-b-jpg"])
  }

  @Test func the_newer_file_of_a_picture_is_found_and_the_other_still_counts() throws {
    var index = index(
      try [entry("w92-a-jpg", bytes: 1, fetchedAt: 2), entry("w92-a-jpg", bytes: 2, fetchedAt: 1)])
    #expect(index.find("w92-a-jpg")?.file.bytes == 1)
    index.add(try entry("w92-a-jpg", bytes: 3, fetchedAt: 3))
    #expect(index.find("w92-a-jpg")?.file.bytes == 3 && index.entries.count == 3)
    index.remove("w92-a-jpg.10x10.1.jpg")
    #expect(index.find("w92-a-jpg")?.file.bytes == 3)
    index.remove("w92-a-jpg.10x10.3.jpg")
    #expect(index.find("w92-a-jpg") == nil && index.entries.count == 1)
    index.remove("w92-a-jpg.10x10.2.jpg")
    #expect(index.bytes == 0)
  }

  @Test func one_that_comes_again_counts_once() throws {
    var index = index(try [entry("w92-a-jpg")])
    let bytes = index.bytes
    index.add(try entry("w92-a-jpg", fetchedAt: 9))
    #expect(index.bytes == bytes && index.find("w92-a-jpg")?.fetchedAt == 9)
  }
}
