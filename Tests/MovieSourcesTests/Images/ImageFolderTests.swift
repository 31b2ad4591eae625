import EventLoop
import FakeTMDB
import Glibc
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

@Suite struct ImageFolderTests {
  private let home: TemporaryFolder
  private let folder: ImageFolder
  private static let now = Timestamp.now

  init() throws {
    home = try TemporaryFolder()
    folder = ImageFolder(path: home.path + "/cache/images")
    try folder.make()
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Files.write(bytes, to: folder.place(name))
  }

  private func load() -> ImageIndex { folder.load(at: (Self.now, 0)) }

  private var names: [String] { ProcessFigures.names(in: folder.path).sorted() }

  @Test func a_picture_that_was_fetched_gets_its_name_and_is_found_again() throws {
    let bytes = FakePicture.jpeg(92, 138)
    try write(bytes, "fetch-1-1")
    chmod(folder.place("fetch-1-1"), 0o644)
    guard case .added(let file) = folder.add("fetch-1-1", as: "w92-a-jpg") else {
      Issue.record("not added")
      return
    }
    #expect(file.name == "w92-a-jpg.92x138.\(bytes.count).jpg" && names == [file.name])
    #expect(Files.mode(folder.place(file.name)) == 0o600 && Files.mode(folder.path) == 0o700)
    #expect(load().find("w92-a-jpg")?.file == file)
    #expect(folder.has(file, noting: true))
  }

  @Test(arguments: [Array("<html>".utf8), [], Array("<svg/>".utf8)])
  func what_is_no_picture_is_gone(_ bytes: [UInt8]) throws {
    try write(bytes, "fetch-1-1")
    guard case .unfit = folder.add("fetch-1-1", as: "w92-a-jpg") else {
      Issue.record("taken")
      return
    }
    #expect(names == [])
  }

  @Test func a_link_is_not_followed() throws {
    let elsewhere = home.path + "/elsewhere"
    try Files.write(FakePicture.jpeg(1, 1), to: elsewhere)
    symlink(elsewhere, folder.place("w92-a-jpg.1x1.\(FakePicture.jpeg(1, 1).count).jpg"))
    symlink(elsewhere, folder.place("fetch-1-1"))
    #expect(load().entries.isEmpty)
    guard case .failed = folder.add("fetch-1-1", as: "w92-b-jpg") else {
      Issue.record("taken")
      return
    }
    #expect(Files.exists(elsewhere))
  }

  @Test func what_was_cut_short_or_left_over_is_removed_and_nothing_else() throws {
    let bytes = FakePicture.png(2, 2)
    let (whole, cut) = ("w92-a-png.2x2.\(bytes.count).png", "w92-b-png.2x2.\(bytes.count).png")
    try write(bytes, whole)
    try write(Array(bytes.dropLast()), cut)
    // Of this process, of one that is gone, and of one that runs.
    for name in ["fetch-\(getpid())-1.part", "fetch-4194305-1.part.tag", "fetch-1-7.part", "notes.txt"] {
      try write([1], name)
    }
    #expect(load().entries.keys.sorted() == [whole])
    #expect(names == ["fetch-1-7.part", "notes.txt", whole])
  }

  @Test func age_and_use_are_those_of_the_file() throws {
    let bytes = FakePicture.png(2, 2)
    let file = try #require(ImageFile(name: "w92-a-png.2x2.\(bytes.count).png"))
    try write(bytes, file.name)
    let second = Self.now.seconds
    try Files.setTimes(folder.place(file.name), used: second - 7200, changed: second - 86_400)
    let entry = try #require(load().find(file.stem))
    #expect(entry.fetchedAt == Timestamp(seconds: second - 86_400))
    #expect(abs((entry.namedAt - LoopInstant(milliseconds: -7_200_000)).milliseconds) <= 1000)
    // It is told that it was named, and stays as old as it is.
    #expect(folder.has(file, noting: true))
    let again = try #require(load().find(file.stem))
    #expect(again.fetchedAt == entry.fetchedAt && again.namedAt > -3_600_000)
  }

  /// TMDB's terms.
  @Test func what_is_older_than_six_months_is_removed() throws {
    let bytes = FakePicture.png(2, 2)
    let name = "w92-a-png.2x2.\(bytes.count).png"
    try write(bytes, name)
    let second = Self.now.seconds
    try Files.setTimes(folder.place(name), used: second, changed: second - 184 * 86_400)
    #expect(load().entries.isEmpty && names == [])
  }

  @Test func a_folder_that_cannot_be_made_is_told() throws {
    try Files.write([1], to: home.path + "/file")
    #expect(throws: SystemError.self) { try ImageFolder(path: home.path + "/file/images").make() }
    #expect(ImageFolder(path: home.path + "/none").load(at: (0, 0)).entries.isEmpty)
  }
}

/// Files as tests want them.
enum Files {
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// Seconds since 1970.
  static func setTimes(_ path: String, used: Int64, changed: Int64) throws {
    let times = [timespec(tv_sec: Int(used), tv_nsec: 0), timespec(tv_sec: Int(changed), tv_nsec: 0)]
    try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
  }
}
