import Glibc

/// Where SQLite writes what it sorts and cannot hold in memory: as much as all titles that were imported.
package enum SortFolder {
  private static let variable = "SQLITE_TMPDIR"

  /// Call it before the first database is opened and before there are other threads. A folder that the user
  /// has set remains. https://sqlite.org/tempfiles.html#temporary_file_storage_locations
  ///
  /// SQLite would use `/var/tmp` or `/tmp`, which may be small, in memory, or not writable for a service.
  package static func use(_ path: String) { setenv(variable, path, 0) }
}
