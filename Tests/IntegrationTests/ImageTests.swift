import FakeTMDB
import FoundationEssentials
import Glibc
import JSONRPC
import TestSupport
import Testing

/// Pictures in a daemon's life, and what the client does with them.
@Suite(.timeLimit(.minutes(20))) struct ImageTests {
  private let upstream: UpstreamHome
  private var folder: String { upstream.home.path + "/.cache/movierpc/images" }
  private var names: [String] { ProcessFigures.names(in: folder).sorted() }

  init() throws { upstream = try UpstreamHome() }

  @Test func pictures_outlive_the_daemon_and_what_was_half_done_does_not() throws {
    let first = try upstream.connect().ask("image", #"{"path":"/p1.jpg"}"#)
    upstream.fake.set(imageFault: .hang)
    let hanging = try upstream.connect()
    try hanging.send(
      #"{"jsonrpc":"2.0","id":1,"method":"image","params":{"path":"/p2.jpg","timeout_ms":120000}}"#)
    try Wait.until("the second is being fetched") {
      self.names.count == 2 && self.upstream.fake.count("/t/p/") == 2
    }
    upstream.daemon.program.signal(SIGKILL)
    _ = try upstream.daemon.program.wait()
    #expect(names.count == 2)
    try upstream.restart()
    let again = try upstream.connect().ask("image", #"{"path":"/p1.jpg"}"#)
    #expect(again["result"]?["file"] == first["result"]?["file"] && again.meta?["cache"] == "hit")
    #expect(names.count == 1 && upstream.fake.count("/t/p/") == 2)
  }

  @Test func nothing_but_the_owner_reads_them() throws {
    let file = try upstream.connect().ask("image", #"{"path":"/p1.jpg"}"#)["result"]?["file"]?.stringValue
    var status = stat()
    #expect(stat(try #require(file), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test func poster_in_a_pipe_is_a_path() throws {
    let poster = try upstream.client(["poster", "movie/900001"]).wait()
    #expect(poster.status == 0 && poster.output == "\(folder)/\(names[0])\n")
    let line = try upstream.client([
      "poster", "movie/900001", "--size", "w92", "--format", "{width}x{height}",
    ]).wait()
    #expect(line.output == "92x138\n")
    let json = try upstream.client(["poster", "silent", "lighthouse", "--kind", "backdrop", "--json"]).wait()
    #expect(try JSONValue(parsing: json.output)["width"] == 780)
    #expect(json.errors.hasPrefix("The Silent Lighthouse"))
    #expect(try upstream.client(["poster", "movie/900000"]).wait().status == 5)
    #expect(try upstream.client(["poster", "movie/900001", "--size", "w1280"]).wait().status == 2)
  }

  /// A chafa of the test's own says what it was started with.
  ///
  /// - Returns: its folder.
  private func chafa() throws -> String {
    let bin = upstream.home.path + "/bin"
    mkdir(bin, 0o700)
    try TemporaryFolder.write("#!/bin/sh\necho \"drawn $*\"\n[ ! -e \(bin)/fail ]\n", to: bin + "/chafa")
    chmod(bin + "/chafa", 0o700)
    return bin
  }

  @Test func poster_on_a_terminal_is_drawn() throws {
    let bin = try chafa()
    let path = bin + ":/usr/bin:/bin"
    func expect(_ text: String, _ arguments: [String] = [], _ more: [String: String] = [:]) throws {
      let terminal = try Terminal()
      let program = try upstream.client(
        ["poster", "movie/900001"] + arguments, ["PATH": path, "TERM": "xterm"].merging(more) { $1 },
        descriptors: [1: terminal.end])
      #expect(try program.wait().status == 0)
      #expect(try terminal.text(text.utf8.count) == text)
    }
    let place = try #require(
      try upstream.connect().ask("image", #"{"key":"movie/900001"}"#)["result"]?["file"]?.stringValue)
    try expect("drawn \(place)\r\n")
    try expect("drawn --colors none \(place)\r\n", [], ["NO_COLOR": "1"])
    try expect("\(place)\r\n", ["--text"])
    try TemporaryFolder.write("", to: bin + "/fail")
    try expect("drawn \(place)\r\n\(place)\r\n")
    unlink(bin + "/chafa")
    try expect("\(place)\r\n", [], ["PATH": bin])
  }

  /// The text comes first. Below, the page has more than 24 lines and fewer than 60.
  @Test func poster_beside_the_details() throws {
    let path = try chafa() + ":/usr/bin:/bin"
    let margin = String(repeating: " ", count: 26)
    func shown(
      _ key: String, rows: UInt16, columns: UInt16 = 100, _ more: [String: String] = [:]
    ) throws -> String {
      let terminal = try Terminal(rows: rows, columns: columns)
      let program = try upstream.client(
        ["detail", key, "--poster"],
        ["PATH": path, "TERM": "xterm", "NO_COLOR": "1", "PAGER": "cat"].merging(more) { $1 },
        descriptors: [1: terminal.end])
      #expect(try program.wait().status == 0)
      return terminal.all()
    }
    func drawn(_ key: String) throws -> String {
      let file = try #require(
        try upstream.connect().ask("image", #"{"key":"\#(key)"}"#)["result"]?["file"]?.stringValue)
      return "drawn --animate off --size 24x18 --colors none \(file)\r\n\u{1B}8"
    }
    let tall = try shown("movie/900003", rows: 60)
    #expect(tall.hasPrefix(margin + "The Amber Harbour (2004)\r\n\(margin)film"))
    let lines = tall.count { $0 == "\r\n" } - 1
    #expect(tall.hasSuffix("\u{1B}7\r\u{1B}[\(lines)A" + (try drawn("movie/900003"))))

    // Where the page is longer than the screen, only a picture that is there already.
    #expect(try shown("movie/900004", rows: 24).contains("drawn") == false)
    let second = try shown("movie/900004", rows: 24)
    let parts = second.split(separator: "\u{1B}7\r\u{1B}[23A" + (try drawn("movie/900004")))
    #expect(parts.count == 2 && parts.first?.count { $0 == "\r\n" } == 23)
    // It may go on with an empty line.
    #expect(parts.last?.contains(margin) == true)

    // A screen that is too small, and a terminal that cannot move its cursor.
    for plain in [
      try shown("movie/900003", rows: 18), try shown("movie/900003", rows: 60, columns: 71),
      try shown("movie/900003", rows: 60, ["TERM": "dumb"]),
    ] {
      #expect(plain.hasPrefix("The Amber Harbour (2004)\r\n") && !plain.contains("drawn"))
    }
    let pipe = try upstream.client(["detail", "movie/900003", "--poster"], ["PATH": path]).wait()
    #expect(try JSONValue(parsing: pipe.output)["key"] == "movie/900003")
  }

  @Test func rofi_gets_icons_of_files_that_are_there() throws {
    let list = ["browse", "popular", "--page-size", "5", "--as", "rofi"]
    #expect(try upstream.client(list).wait().output.contains("icon") == false)
    #expect(upstream.fake.count("/t/p/") == 0)
    let lines = try upstream.client(list + ["--icons"]).wait().output.split(separator: "\n")
    #expect(lines.count == 5)
    // One of them has no poster.
    let icons = lines.compactMap { line in
      line.split(separator: "\0").last?.split(separator: "\u{1F}").dropFirst().first.map(String.init)
    }.filter { $0.hasPrefix(folder + "/w154-") }
    #expect(icons.count == lines.count { $0.contains("icon") } && icons.count >= 4)
    #expect(icons.allSatisfy { access($0, R_OK) == 0 })
    // The next time they are there.
    #expect(try upstream.client(list).wait().output.split(separator: "\n") == lines)
    #expect(try upstream.client(["browse", "popular", "--icons"]).wait().status == 2)
  }
}

/// A terminal, one end of which a program gets as its output.
private final class Terminal {
  let end: CInt
  private let own: CInt
  private var written = ""

  init(rows: UInt16 = 0, columns: UInt16 = 0) throws {
    (own, end) = try CommandTests.terminal()
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(end, UInt(TIOCSWINSZ), &size) == 0)
  }

  deinit {
    close(own)
    close(end)
  }

  /// Waits until so much was written.
  func text(_ length: Int) throws -> String {
    try Wait.until("the terminal shows \(length) bytes, it shows \(written)") {
      var bytes = [UInt8](repeating: 0, count: 4096)
      var entry = pollfd(fd: self.own, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, 10) == 1 ? read(self.own, &bytes, bytes.count) : 0
      self.written += String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      return self.written.utf8.count >= length
    }
    return written
  }

  /// What programs have written that have ended.
  func all() -> String {
    var entry = pollfd(fd: own, events: Int16(POLLIN), revents: 0)
    var bytes = [UInt8](repeating: 0, count: 4096)
    while poll(&entry, 1, 100) == 1, case let count = read(own, &bytes, bytes.count), count > 0 {
      written += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return written
  }
}
