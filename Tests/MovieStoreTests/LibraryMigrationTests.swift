import Foundation
import GRDB
import Testing

@testable import MovieStore

@Suite struct LibraryMigrationTests {
  private func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private func values(_ sql: String, _ path: String) throws -> [String] {
    try open(path).read { try String.fetchAll($0, sql: sql) }
  }

  private func fresh(upTo version: String? = nil) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    if let version {
      try LibrarySchema.migrator.migrate(queue, upTo: version)
    } else {
      try LibrarySchema.migrator.migrate(queue)
    }
    return queue
  }

  /// So that no version is forgotten, and none changed once it is out.
  @Test func every_earlier_version_is_kept() throws {
    let earlier = LibrarySchema.migrator.migrations.dropLast()
    #expect(Set(earlier).isSubset(of: EarlierLibrary.all.map(\.version)))
    for library in EarlierLibrary.all {
      let folder = try TemporaryFolder()
      try library.make(in: folder)
      let kept = try open(folder.path + "/library.sqlite").schema()
      #expect(try fresh(upTo: library.version).schema().map(oneLine) == kept.map(oneLine))
    }
  }

  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: EarlierLibrary.all, [true, false])
  func earlier_library_is_copied_and_has_all_it_had(_ library: EarlierLibrary, _ isClosed: Bool) async throws
  {
    let folder = try TemporaryFolder()
    try library.make(in: folder, isClosed: isClosed)
    let notices = Notices()
    let opened = Library(folder: folder.path, onNotice: notices.take)
    #expect(Set(try await opened.settings()) == EarlierLibrary.settings)
    await opened.close()
    let versions = LibrarySchema.migrator.migrations
    let next = try #require(versions.drop { $0 != library.version }.dropFirst().first)
    #expect(notices.all.map(\.code) == [.copied])
    #expect(notices.all[0].message.contains("library.sqlite.before-\(next)"))

    let (now, before) = ("\(folder.path)/library.sqlite", "\(folder.path)/library.sqlite.before-\(next)")
    #expect(try open(now).schema().map(oneLine) == fresh().schema().map(oneLine))
    #expect(try values("PRAGMA integrity_check", now) == ["ok"])
    #expect(try values("PRAGMA foreign_key_check", now) == [])
    #expect(try open(before).schema().map(oneLine) == fresh(upTo: library.version).schema().map(oneLine))
    #expect(try values("PRAGMA application_id", before) == ["\(LibrarySchema.applicationID)"])
    #expect(try values("SELECT count(*) FROM setting", before) == ["\(EarlierLibrary.settings.count)"])
    var status = stat()
    #expect(stat(before, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(!(try folder.names).contains { $0.contains(".new") })
  }

  @Test func copy_can_be_used_by_hand() async throws {
    let folder = try TemporaryFolder()
    try EarlierLibrary.v1.make(in: folder)
    let first = Library(folder: folder.path)
    _ = try await first.change([StoredSetting(profile: "default", name: "page_size", value: "7")])
    await first.close()
    try folder.write(try folder.read("library.sqlite.before-v2"), to: "library.sqlite")
    let second = Library(folder: folder.path)
    #expect(Set(try await second.settings()) == EarlierLibrary.settings)
    await second.close()
  }

  private static let households: [(change: String, household: String?, kids: String?)] = [
    ("UPDATE profile SET is_default = (name = 'kids');", "hash", nil),
    ("UPDATE profile SET is_default = (name = 'kids'), pin = coalesce(pin, 'own');", "own", nil),
    ("UPDATE profile SET is_default = (name = 'kids'), age_limit = NULL;", nil, "hash"),
    ("", nil, "hash"),
  ]

  /// Until v3 a PIN kept somebody in its profile; from v4 on that of `default` does.
  @Test(arguments: households)
  func limited_profile_is_left_with_its_pin_still(
    _ change: String, _ household: String?, _ kids: String?
  ) async throws {
    let folder = try TemporaryFolder()
    let region = "INSERT INTO setting VALUES('default','region','\"DE\"');"
    try EarlierLibrary(version: "v3", sql: EarlierLibrary.v3.sql + region + change).make(in: folder)
    let library = Library(folder: folder.path)
    let profiles = try await library.load().profiles
    await library.close()
    func name(_ pin: String?) -> String? { pin.map { $0.hasSuffix("hash") ? "hash" : $0 } }
    #expect(name(profiles[0].pin) == household && name(profiles[1].pin) == kids)
    #expect(profiles.map(\.ageRegion) == [nil, profiles[1].ageLimit.map { _ in "DE" }])
  }

  /// Who had turned them off has not turned them on by an update.
  @Test func searches_stay_unrecorded() async throws {
    let folder = try TemporaryFolder()
    let settings = """
      INSERT INTO setting VALUES('default','record_history','false');
      INSERT INTO setting VALUES('default','sync.share','["watchlist","history"]');
      """
    try EarlierLibrary(version: "v11", sql: EarlierLibrary.v11.sql + settings).make(in: folder)
    let library = Library(folder: folder.path)
    let kept = Set(try await library.settings()).subtracting(EarlierLibrary.settings)
    await library.close()
    #expect(
      kept == [
        StoredSetting(profile: "default", name: "record_searches", value: "false"),
        StoredSetting(profile: "default", name: "sync.share", value: #"["watchlist","searches"]"#),
      ])
  }

  @Test func new_library_is_not_copied() async throws {
    let folder = try TemporaryFolder()
    let notices = Notices()
    let library = Library(folder: folder.path, onNotice: notices.take)
    #expect(try await library.settings() == [])
    await library.close()
    #expect(try folder.names == ["library.sqlite"])
    #expect(notices.all == [])
  }

  @Test func tables_are_not_changed_without_a_copy() async throws {
    let folder = try TemporaryFolder()
    try EarlierLibrary.v1.make(in: folder)
    let before = try open(folder.path + "/library.sqlite").schema()
    // Nothing can take the name of a folder that holds something.
    try folder.makeFolder("library.sqlite.before-v2/x")
    let library = Library(folder: folder.path)
    for _ in 0..<2 {
      let error = await #expect(throws: LibraryError.self) {
        try await library.change([StoredSetting(profile: "", name: "a", value: "1")])
      }
      #expect(error?.reason.contains("the tables are not updated") == true, "\(String(describing: error))")
    }
    #expect(try open(folder.path + "/library.sqlite").schema() == before)
    try FileManager.default.removeItem(atPath: folder.path + "/library.sqlite.before-v2")
    #expect(Set(try await library.settings()) == EarlierLibrary.settings)
    await library.close()
  }

  @Test func every_table_is_strict() throws {
    let loose = try fresh().read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT name FROM pragma_table_list
          WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
          """)
    }
    #expect(loose == ["grdb_migrations"])
  }
}
