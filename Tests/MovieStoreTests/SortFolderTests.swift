import Foundation
import GRDB
import Testing

@testable import MovieStore

@Suite struct SortFolderTests {
  @Test(arguments: [false, true])
  func sqlite_sorts_in_the_folder_of_the_daemon_or_of_the_user(isSet: Bool) async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("daemon")
    try folder.makeFolder("user")
    // A process of its own, in which SQLite has not read the variable yet.
    await #expect(processExitsWith: .success) { [path = folder.path as String, isSet] in
      if isSet { setenv("SQLITE_TMPDIR", path + "/user", 1) } else { unsetenv("SQLITE_TMPDIR") }
      SortFolder.use(path + "/daemon")
      let database = try DatabaseQueue()
      try await database.write { database in
        try database.execute(
          sql: """
            PRAGMA temp_store = FILE; PRAGMA temp.cache_size = 2;
            CREATE TEMP TABLE numbers AS
              WITH RECURSIVE all_numbers (number) AS (
                SELECT 1 UNION ALL SELECT number + 1 FROM all_numbers LIMIT 100000)
              SELECT number, hex(randomblob(50)) AS text FROM all_numbers
            """)
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        let sorted = files.filter { $0.contains("/etilqs_") }
        #expect(!sorted.isEmpty)
        #expect(sorted.allSatisfy { $0.hasPrefix(path + (isSet ? "/user/" : "/daemon/")) })
      }
    }
  }
}
