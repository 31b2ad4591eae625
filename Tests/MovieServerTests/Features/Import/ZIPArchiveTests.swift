import Foundation
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@Suite struct ZIPArchiveTests {
  private func texts(_ bytes: [UInt8]) throws -> [String: String] {
    let archive = try ZIPArchive(bytes.span)
    return Dictionary(
      uniqueKeysWithValues: try archive.entries.map {
        ($0.name, String(decoding: try archive.read($0, bytes.span), as: UTF8.self))
      })
  }

  private func refusal(_ file: ZIPFile) -> ImportError? { refusal(file.bytes) }

  private func refusal(_ bytes: [UInt8]) -> ImportError? {
    do throws(ImportError) {
      let archive = try ZIPArchive(bytes.span)
      for entry in archive.entries { _ = try archive.read(entry, bytes.span) }
      return nil
    } catch {
      return error
    }
  }

  @Test func stored_and_deflated_files_are_read() throws {
    let long = String(repeating: "Dune,2021\n", count: 20_000)
    var file = ZIPFile([
      .init("a.csv", "Name,Year\n", isDeflated: false), .init("x/b.csv", long), .init("c", ""),
    ])
    #expect(try texts(file.bytes) == ["a.csv": "Name,Year\n", "x/b.csv": long, "c": ""])
    file.comment = "PK\u{5}\u{6} is in it, and more than so many bytes of an end"
    #expect(try texts(file.bytes).count == 3)
    #expect(try texts(ZIPFile([ZIPFile.Entry]()).bytes) == [:])
  }

  /// Made by Python's zipfile, which compresses.
  @Test func file_of_another_program_is_read() throws {
    let text = """
      UEsDBBQAAAAIAAAAIlwbVZGHRQAAAJMAAAANAAAAd2F0Y2hsaXN0LmNzdnNJLEnV8UvMTdWJTE0s0vFJLSlJLUrKr0hRCA3y
      5DIyMDLTNTDUNTDScSnNS9UB8g11MkpKCoqt9PVBqvQyS/QTqawMAFBLAQIUAxQAAAAIAAAAIlwbVZGHRQAAAJMAAAANAAAA
      AAAAAAAAAACAAQAAAAB3YXRjaGxpc3QuY3N2UEsFBgAAAAABAAEAOwAAAHAAAAAAAA==
      """
    let data = try #require(Data(base64Encoded: text.filter { !$0.isWhitespace }))
    let row = "2026-01-02,Dune,2021,https://boxd.it/a\n"
    #expect(try texts(Array(data)) == ["watchlist.csv": "Date,Name,Year,Letterboxd URI\n" + row + row + row])
  }

  private func isArchive(_ bytes: [UInt8]) -> Bool { ZIPArchive.isOne(bytes.span) }

  @Test func what_is_no_archive_is_none() {
    #expect(isArchive(ZIPFile(["a": "b"]).bytes))
    for text in ["", "PK", "Date,Name", "PK\u{3}"] { #expect(!isArchive(Array(text.utf8))) }
  }

  @Test func encrypted_files_zip64_and_other_methods_are_refused_in_words() {
    func refusal(_ change: (inout ZIPFile.Entry) -> Void) -> ImportError? {
      var entry = ZIPFile.Entry("diary.csv", "Name,Year\n")
      change(&entry)
      return self.refusal(ZIPFile([entry]))
    }
    for (words, change) in [
      ("diary.csv is encrypted", { $0.flags = 1 }), ("diary.csv is encrypted", { $0.flags = 0x40 }),
      ("ZIP64 is used", { $0.size = .max }), ("ZIP64 is used", { $0.packedSize = .max }),
      ("packed by method 12", { $0.method = 12 }),
    ] as [(String, (inout ZIPFile.Entry) -> Void)] {
      let error = refusal(change)
      #expect(error?.reason.english.contains(words) == true, "\(String(describing: error))")
      #expect(error?.hint == .unpackFile)
    }
    var many = ZIPFile(["a": "b"])
    many.count = 0xFFFF
    #expect(self.refusal(many)?.reason.english.contains("ZIP64") == true)
  }

  @Test func bombs_are_refused_before_anything_is_unpacked() {
    var large = ZIPFile.Entry("a.csv", "x")
    large.size = UInt32(ZIPArchive.maxFileBytes) + 1
    #expect(refusal(ZIPFile([large]))?.bound?.name == "import_bytes")
    var dense = ZIPFile.Entry("a.csv", "x")
    (dense.size, dense.packedSize) = (2 << 20, 2 << 10)
    #expect(refusal(ZIPFile([dense]))?.reason.english.contains("times as large") == true)
    var many = ZIPFile.Entry("a.csv", "x")
    (many.size, many.packedSize) = (60 << 20, 60 << 20)
    #expect(refusal(ZIPFile(Array(repeating: many, count: 5)))?.bound?.name == "archive_bytes")
    let entries = (0...ZIPArchive.maxEntries).map { ZIPFile.Entry("\($0)", "", isDeflated: false) }
    #expect(refusal(ZIPFile(entries))?.bound?.name == "archive_entries")
    let name = ZIPFile.Entry(String(repeating: "a", count: ZIPArchive.maxNameLength + 1), "x")
    #expect(refusal(ZIPFile([name]))?.reason.english.contains("name in it is too long") == true)
  }

  /// It says less, more or something else than what was packed.
  @Test func directory_that_lies_is_damage() {
    for change in [
      { $0.size += 1 }, { $0.size -= 1 }, { $0.sum ^= 1 }, { $0.packedSize -= 1 },
      { $0.packedSize = 1 << 20 },
      { $0.packed[0] = 7 },
    ] as [(inout ZIPFile.Entry) -> Void] {
      for isDeflated in [true, false] {
        var entry = ZIPFile.Entry("diary.csv", "Name,Year\nDune,2021\n", isDeflated: isDeflated)
        change(&entry)
        #expect(refusal(ZIPFile([entry])) != nil)
      }
    }
  }

  /// Each byte may be anything, and each length.
  @Test func no_byte_does_harm() {
    let whole = ZIPFile(["diary.csv": "Name,Year\nDune,2021\n", "likes/films.csv": "Name,Year\n"]).bytes
    for count in 0..<whole.count { #expect(refusal(Array(whole.prefix(count))) != nil) }
    for place in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[place] = value
        _ = refusal(bytes)
      }
    }
  }
}
