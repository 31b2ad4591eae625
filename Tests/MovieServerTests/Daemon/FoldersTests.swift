import Glibc
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite struct FoldersTests {
  private func folders(_ environment: [String: String]) throws -> Folders { try Folders { environment[$0] } }

  @Test func in_the_home_folder_by_default() throws {
    let folders = try folders(["HOME": "/h"])
    #expect(folders.configurationFile == "/h/.config/movierpc/config.toml")
    #expect(folders.data == "/h/.local/share/movierpc")
    #expect(folders.cache == "/h/.cache/movierpc")
    #expect(folders.state == "/h/.local/state/movierpc")
  }

  @Test func where_the_variables_say() throws {
    let folders = try folders([
      "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/k",
      "XDG_STATE_HOME": "/s",
    ])
    #expect(folders.configurationFile == "/c/movierpc/config.toml")
    #expect(folders.data == "/d/movierpc")
    #expect(folders.cache == "/k/movierpc")
    #expect(folders.state == "/s/movierpc")
  }

  @Test func relative_and_empty_ones_do_not_count() throws {
    let plain = try folders(["HOME": "/h"])
    #expect(try folders(["HOME": "/h", "XDG_DATA_HOME": "d", "XDG_CACHE_HOME": ""]) == plain)
    // The user's own entry then says where home is.
    #expect(try folders(["HOME": "h"]).data.hasPrefix("/"))
    #expect(try folders([:]).data.hasPrefix("/"))
  }

  @Test func missing_ones_are_made_private_and_others_left_alone() throws {
    let root = try TemporaryFolder()
    let path = root.path + "/a/b/c"
    try Folders.make(path)
    try Folders.make(path)
    var status = stat()
    for one in [root.path + "/a", root.path + "/a/b", path] {
      #expect(stat(one, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
    }
    try TemporaryFolder.write("", to: root.path + "/file")
    #expect(throws: SystemError.self) { try Folders.make(root.path + "/file") }
    #expect(throws: SystemError.self) { try Folders.make(root.path + "/file/below") }
    #expect(throws: SystemError.self) {
      try Folders.make(root.path + "/" + String(repeating: "x/", count: 5000))
    }
    #expect(throws: SystemError.self) { try Folders.make("") }
  }
}
