import FakeTMDB
import TestSupport
import Testing

@testable import MovieSources

@Suite struct ImageHeaderTests {
  private func size(_ bytes: [UInt8]) -> [Int]? {
    (try? ImageHeader(bytes)).map { [$0.width, $0.height] }
  }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do {
      _ = try ImageHeader(bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  static let gif: [UInt8] = Array("GIF89a".utf8) + [0x40, 0x01, 0xC8, 0x00, 0, 0, 0]

  static func webP(_ chunk: String, _ body: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(chunk.utf8) + [0, 0, 0, 0] + body
  }

  static let lossy = webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x56, 0x41, 0x01, 0x82])
  /// 14 bits of 341, 14 of 512, then others.
  static let lossless = webP("VP8L", [0x2F, 0x55, 0x01, 0x80, 0x10])
  static let extended = webP("VP8X", [0x10, 0, 0, 0, 0x55, 0x01, 0, 0x00, 0x02, 0])

  static let all: [(bytes: [UInt8], format: ImageHeader.Format, size: [Int])] = [
    (FakePicture.jpeg(342, 513, note: "a"), .jpeg, [342, 513]), (FakePicture.png(92, 138), .png, [92, 138]),
    (gif, .gif, [320, 200]), (lossy, .webp, [0x156, 0x201]), (lossless, .webp, [342, 513]),
    (extended, .webp, [342, 513]),
  ]

  @Test(arguments: all.indices)
  func format_and_size_are_read(_ index: Int) throws {
    let (bytes, format, size) = Self.all[index]
    let header = try ImageHeader(bytes)
    #expect(header.format == format && [header.width, header.height] == size)
  }

  @Test(arguments: all.indices)
  func every_beginning_of_a_picture_is_refused_or_read_right(_ index: Int) {
    let (bytes, _, size) = Self.all[index]
    for length in 0..<min(bytes.count, 1000) {
      if let read = self.size(Array(bytes[..<length])) { #expect(read == size) }
    }
    #expect(self.size(Array(bytes[..<9])) == nil)
  }

  @Test func size_of_a_jpeg_stands_behind_whatever_comes_before() {
    let profile: [UInt8] = [0xFF, 0xE2, 0xFF, 0xFF] + [UInt8](repeating: 0xFF, count: 65_533)
    let bytes = FakePicture.jpeg(185, 278)
    let filled = Array(bytes[..<2]) + profile + profile + [0xFF, 0xFF, 0xFF] + Array(bytes[2...])
    #expect(size(filled) == [185, 278])
  }

  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 1, 2], "a jpeg without width and height"),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 1, 2], "a jpeg without width and height"),
      ([0xFF, 0xD8, 0xFF, 0xD9, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1], "a jpeg without width and height"),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 0, 0, 1], "a jpeg without pixels"),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xFF, 0xFF, 0, 1], "a jpeg of 1 x 65535 pixels"),
      ([], "an empty body"), ([0x20, 0x0A], "an empty body"), ([1, 2, 3], "not a JPEG, PNG, WebP or GIF"),
    ] as [([UInt8], String)])
  func what_is_no_picture_is_told(_ bytes: [UInt8], _ reason: String) {
    #expect(refusal(bytes) == reason)
  }

  @Test(arguments: [
    ("<!DOCTYPE html><p>Log in", "a page of HTML", true), ("  \n<html>", "a page of HTML", true),
    ("{\"success\":false}", "JSON", true),
    ("<?xml version=\"1.0\"?><svg><script/></svg>", "an SVG drawing", false),
    ("<svg/>", "an SVG drawing", false), ("GIF88a123456", "not a JPEG, PNG, WebP or GIF", false),
  ])
  func texts_are_told_apart(_ text: String, _ reason: String, _ isForeign: Bool) {
    #expect(throws: UnfitImage(reason, isForeign: isForeign)) { try ImageHeader(Array(text.utf8)) }
  }

  @Test(arguments: [(20_001, 1), (1, 20_001), (10_001, 10_000), (0xFFFF_FFFF, 0xFFFF_FFFF), (0, 5)])
  func what_would_unpack_to_too_much_is_refused(_ width: Int, _ height: Int) {
    var bytes = FakePicture.png(1, 1)
    for (place, number) in [(16, width), (20, height)] {
      for step in 0..<4 { bytes[place + step] = UInt8(truncatingIfNeeded: number >> (24 - 8 * step)) }
    }
    #expect(refusal(bytes)?.hasPrefix("a png ") == true)
  }

  /// What random bytes mean does not matter, only that they end.
  @Test func bytes_by_chance_never_trap() {
    var random = SeededGenerator(seed: 7)
    for round in 0..<3000 {
      let (start, _, _) = Self.all[round % Self.all.count]
      var bytes = Array(start.prefix(64))
      for _ in 0..<8 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if let size = size(bytes) { #expect(size.allSatisfy { (1...ImageHeader.maxSide).contains($0) }) }
    }
  }
}
