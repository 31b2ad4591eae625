import EventLoop
import RedisClient
import Testing

@testable import MovieSources

@Suite struct SharedPictureTests {
  private static let life = Freshness.picture.milliseconds

  @Test func its_age_is_what_is_gone_of_its_time() {
    let reply = RESPValue.array([.bytes([1, 2]), .integer(Self.life - 5000)])
    let picture = SharedPicture(reply, maxBytes: 2)
    #expect(picture?.bytes == [1, 2] && picture?.age == .seconds(5))
    #expect(SharedPicture(reply, maxBytes: 1) == nil)
  }

  @Test(
    arguments: [
      .null, .integer(1), .text("OK"), .bytes([1]), .array([]), .array([.bytes([1])]),
      .array([.integer(1), .bytes([1])]), .array([.bytes([1]), .integer(1), .integer(1)]),
      .array([.bytes([1]), .null]), .array([.bytes([]), .integer(1)]), .array([.bytes([1]), .integer(0)]),
      .array([.bytes([1]), .integer(-1)]), .array([.bytes([1]), .integer(life + 1)]),
      .array([.bytes([1]), .integer(.min)]), .array([.bytes([1]), .integer(.max)]),
    ] as [RESPValue])
  func other_replies_are_no_picture(_ reply: RESPValue) {
    #expect(SharedPicture(reply, maxBytes: 100) == nil)
  }
}
