import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct PastedTextTests {
  @Test(arguments: [
    ("get a key, then movierpc settings set tmdb.key", ["movierpc settings set tmdb.key"]),
    ("movierpc settings set itunes.enabled true turns it on", ["movierpc settings set itunes.enabled true"]),
    ("movierpc profiles lists the others", ["movierpc profiles"]),
    ("movierpc download show KEY says why", ["movierpc download show KEY"]),
    ("stop it: movierpc --socket /tmp/s daemon stop; or use it", ["movierpc --socket /tmp/s daemon stop;"]),
    ("that is set and movierpc daemon restart", ["movierpc daemon restart"]),
    ("movierpc daemon restart copies it", ["movierpc daemon restart"]),
    (
      "movierpc --profile default settings set tmdb.key; x",
      ["movierpc --profile default settings set tmdb.key;"]
    ),
    ("check your lists, then rm '/home/a b/x.1'* /y", ["rm '/home/a b/x.1'* /y"]),
    ("chmod u+r '/home/it'\\''s'", ["chmod u+r '/home/it'\\''s'"]),
    ("make it yours (chown), with mode 700", []), ("rock 'n' roll and 'twas", []),
    ("make install installs both", ["make install"]), ("movierpc.", []), ("", []),
  ])
  func command_is_one_unit_with_its_arguments(_ text: String, _ commands: [String]) {
    let units = PastedText.units(text)
    #expect(units.filter { $0.contains(" ") } == commands.map { $0[...] })
    #expect(units.joined(separator: " ") == text)
  }

  @Test func page_breaks_between_units_only() {
    let finding = Finding(
      "TMDB key", .warning, "movierpc settings set tmdb.key and movierpc daemon restart",
      hint: "movierpc --profile default settings set tmdb.key; /home/ädä/a/very/long/path/to/a/file.toml")
    for width in [20, 30, 40, 60] {
      let page = Doctor.page([finding], on: Screen(width: width))
      for whole in [
        "movierpc settings set tmdb.key", "movierpc daemon restart",
        "movierpc --profile default settings set tmdb.key;", "/home/ädä/a/very/long/path/to/a/file.toml",
      ] { #expect(page.contains(whole), "\(width): \(page)") }
    }
  }

  @Test func path_without_room_in_its_column_stands_below_its_row() throws {
    let settings = try JSONValue(
      parsing: #"""
        {"settings":{"folders.data":{"value":"/home/ada/.local/share/movierpc","default":"/a","from":"file",
        "settable":"file"},"page_size":{"value":20,"default":20,"from":"default","settable":"client"}}}
        """#)
    #expect(
      SettingsPage.text(settings, isWhole: true, on: Screen(width: 40)) == """
        NAME          VALUE
        folders.data
            VALUE  /home/ada/.local/share/movierpc  (config.toml)
        page_size     20

        """)
    #expect(
      SettingsPage.text(settings, isWhole: true, on: Screen(width: 80)).contains(
        "folders.data  /home/ada/.local/share/movierpc"))
  }
}
