import Foundation
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite(.timeLimit(.minutes(20))) struct LibraryReadOnlyTests {
  /// Root may write everywhere, so each test is another user, in a process of its own.
  private static func becomeNobody() {
    if geteuid() == 0 { #expect(setuid(65_534) == 0) }
  }

  private static func add(_ number: Int) -> EntryChange {
    EntryChange(
      profile: "default", list: .watchlist, key: "movie/\(number)", action: .add(note: nil, isWatched: false),
      title: StoredTitle(.made(number)), at: 5_000)
  }

  private static func titles(_ library: Library) async throws -> [TitleKey] {
    try await library.list(LibraryParams(.watchlist), genres: nil, profile: "default").titles.map(\.title.key)
  }

  private static func fault(_ library: Library) async -> LibraryError? {
    do throws(LibraryError) {
      _ = try await library.change(add(9))
      return nil
    } catch {
      return error
    }
  }

  /// Closed, or left by a daemon that was killed, with its changes in the log.
  @Test func library_in_a_folder_that_cannot_be_written_is_read() async throws {
    await #expect(processExitsWith: .success) {
      LibraryReadOnlyTests.becomeNobody()
      for isClosed in [true, false] {
        let folder = try TemporaryFolder()
        let first = Library(folder: folder.path)
        _ = try await first.change(LibraryReadOnlyTests.add(1))
        if isClosed { await first.close() }
        #expect(chmod(folder.path, 0o500) == 0)
        let before = try folder.names
        let notices = Notices()
        let library = Library(folder: folder.path, onNotice: notices.take)
        #expect(try await library.load().profiles.map(\.name) == ["default"])
        #expect(try await LibraryReadOnlyTests.titles(library) == ["movie/1"])
        let fault = await LibraryReadOnlyTests.fault(library)
        #expect(fault?.code == .readOnly && fault?.reason.contains(folder.path) == true, "\(fault as Any)")
        #expect(try await LibraryReadOnlyTests.titles(library) == ["movie/1"])
        #expect(notices.all.map(\.code) == [.readOnly])
        #expect(try folder.names == before)
        // As soon as it can be written, it is.
        #expect(chmod(folder.path, 0o700) == 0)
        #expect(await LibraryReadOnlyTests.fault(library) == nil)
        #expect(try await LibraryReadOnlyTests.titles(library).contains("movie/9"))
        await library.close()
        if !isClosed { await first.close() }
      }
    }
  }

  /// SQLite needs room even to read: for the index of its log.
  @Test func library_on_a_full_disk_is_read_until_there_is_room() async throws {
    let place = try TemporaryFolder()
    guard let disk = SmallDisk(place.path + "/disk") else {
      try Test.cancel("needs root, to mount a file system of 1 MiB")
    }
    let first = Library(folder: disk.path)
    _ = try await first.change(Self.add(1))
    await first.close()
    let filler = open(disk.path + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    while write(filler, [UInt8](repeating: 1, count: 512), 512) == 512 {}
    close(filler)
    let notices = Notices()
    let library = Library(folder: disk.path, onNotice: notices.take)
    #expect(try await library.load().profiles.map(\.name) == ["default"])
    #expect(try await Self.titles(library) == ["movie/1"])
    #expect(await Self.fault(library)?.code == .full)
    #expect(try await Self.titles(library) == ["movie/1"])
    #expect(notices.all.map(\.code) == [.readOnly])
    #expect(unlink(disk.path + "/filler") == 0)
    #expect(await Self.fault(library) == nil)
    #expect(try await Self.titles(library).contains("movie/9"))
    await library.close()
  }

  @Test func library_of_an_earlier_version_is_read_and_left_as_it_is() async throws {
    await #expect(processExitsWith: .success) {
      LibraryReadOnlyTests.becomeNobody()
      for earlier in EarlierLibrary.all {
        let folder = try TemporaryFolder()
        try earlier.make(in: folder)
        #expect(chmod(folder.path, 0o500) == 0)
        let before = try folder.read("library.sqlite")
        let library = Library(folder: folder.path)
        #expect(Set(try await library.settings()) == EarlierLibrary.settings)
        await library.close()
        #expect(try folder.read("library.sqlite") == before)
        #expect(chmod(folder.path, 0o700) == 0)
      }
    }
  }

  /// Also where the folder itself cannot be made.
  @Test func where_there_is_none_lists_are_empty_and_changes_are_refused() async throws {
    await #expect(processExitsWith: .success) {
      LibraryReadOnlyTests.becomeNobody()
      for name in ["", "/data/movierpc"] {
        let folder = try TemporaryFolder()
        #expect(chmod(folder.path, 0o500) == 0)
        let library = Library(folder: folder.path + name)
        #expect(try await LibraryReadOnlyTests.titles(library) == [])
        #expect(await LibraryReadOnlyTests.fault(library)?.code == .readOnly)
        #expect(try folder.names == [])
        #expect(chmod(folder.path, 0o700) == 0)
        #expect(await LibraryReadOnlyTests.fault(library) == nil)
        #expect(try await LibraryReadOnlyTests.titles(library) == ["movie/9"])
        await library.close()
      }
    }
  }

  /// What is there may not look as if it were empty.
  @Test func what_cannot_be_read_is_no_empty_library() async throws {
    await #expect(processExitsWith: .success) {
      LibraryReadOnlyTests.becomeNobody()
      let folder = try TemporaryFolder()
      let first = Library(folder: folder.path)
      _ = try await first.change(LibraryReadOnlyTests.add(1))
      await first.close()
      for (path, mode) in [("/library.sqlite", 0o000), ("", 0o000)] as [(String, mode_t)] {
        #expect(chmod(folder.path + path, mode) == 0)
        let library = Library(folder: folder.path)
        await #expect(throws: LibraryError.self) { _ = try await LibraryReadOnlyTests.titles(library) }
        await library.close()
        #expect(chmod(folder.path + path, 0o700) == 0)
      }
    }
  }
}
