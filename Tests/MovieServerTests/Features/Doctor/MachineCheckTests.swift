import Glibc
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// What the daemon's program finds on the machine, in a home that a test makes up.
struct MachineCheckTests {
  private let home: TemporaryFolder
  private var path: String { home.path }

  init() throws { home = try TemporaryFolder() }

  private func findings(
    data: String? = nil, cache: String? = nil, configuration: String? = nil,
    _ variables: [String: String] = [:]
  ) -> [DoctorFinding] {
    let environment = ["HOME": path, "PATH": path + "/bin"].merging(variables) { $1 }
    let layers = SettingLayers(
      defaults: [
        Setting.dataFolder.name: .text(data ?? path + "/data"),
        Setting.cacheFolder.name: .text(cache ?? path + "/cache"),
      ])
    return MachineCheck(
      layers: layers, environment: environment,
      configurationFile: configuration ?? path + "/.config/movierpc/config.toml"
    ).files(libraryFault: nil)
  }

  private func write(_ name: String, _ text: String = "", mode: mode_t = 0o600) throws {
    try TemporaryFolder.write(text, to: path + "/" + name)
    chmod(path + "/" + name, mode)
  }

  @Test func nothing_is_wrong_with_an_empty_home() {
    let found = findings()
    #expect(
      found.map(\.name) == [
        "configuration", "data folder", "library", "cache folder", "log", "mpv", "yt-dlp", "chafa",
      ])
    #expect(found.allSatisfy { ($0.state == .ok || $0.state == .note) && $0.advice == nil }, "\(found)")
  }

  @Test func folders_that_cannot_be_are_told() throws {
    try write("file")
    let found = findings(data: "/proc/1/data", cache: path + "/file")
    #expect(found[1].state == .problem && found[1].message == .cannotBeCreated("/proc/1/data", "/proc/1"))
    #expect(found[1].advice?.hint == .chownOrSet("/proc/1", "folders.data in config.toml"))
    let cache = try #require(found.first { $0.name == "cache folder" })
    #expect(cache.state == .problem && cache.message == .isNoFolder(path + "/file"))
    #expect(cache.advice?.remedy == .method("shutdown", params: [JSONMember("reason", "restart")]))
  }

  @Test func disk_without_room_is_told() throws {
    guard let disk = SmallDisk(path + "/disk") else {
      try Test.cancel("needs root, to mount a file system of 1 MiB")
    }
    try TemporaryFolder.write(String(repeating: "x", count: 100_000), to: disk.path + "/filler")
    let data = try #require(findings(data: disk.path).first { $0.name == "data folder" })
    #expect(data.state == .problem && data.message == .tooLittleRoom(disk.path, MessageBytes(1 << 20)))
    #expect(data.advice?.hint == .freeSpace)
  }

  @Test func log_that_cannot_be_written_is_a_warning() throws {
    try write("file")
    let log = findings(["XDG_STATE_HOME": path + "/file"]).first { $0.name == "log" }
    #expect(log?.state == .warning)
    #expect(log?.message.english.contains("cannot be created") == true)
    #expect(log?.message.english.hasSuffix("runs without a log") == true)
  }

  @Test(arguments: [("tmdb.key = \"0123456789abcdef0123456789abcdef\"", true), ("page_size = 7", false)])
  func key_that_others_may_read_is_told(_ line: String, _ hasKey: Bool) throws {
    try write("config.toml", line + "\n", mode: 0o644)
    let file = path + "/config.toml"
    #expect(
      findings(configuration: file)[0]
        == (hasKey
          ? DoctorFinding(
            "configuration", .warning, .secretsReadable(file), Advice(.chmod("600", file)))
          : DoctorFinding("configuration", .ok, .words(file))))
    chmod(file, 0o600)
    #expect(findings(configuration: file)[0].state == .ok)
  }

  @Test func code_that_no_country_has_is_a_warning() throws {
    let file = path + "/config.toml"
    try write("config.toml", "region = \"ZZ\"\nlanguage = \"de-XK\"\n")
    let found = findings(configuration: file)[0]
    #expect(found.state == .warning && found.message == .codesUnknown(file, ["region"]))
    #expect(found.advice?.remedy == .method("countries"))
  }

  @Test func configuration_that_cannot_be_used_is_told() throws {
    try write("config.toml", "page_siez = 7\n")
    let wrong = findings(configuration: path + "/config.toml")[0]
    #expect(wrong.state == .problem && wrong.message.english.contains("config.toml:1: there is no setting"))
    #expect(findings(configuration: path)[0].message == .fileUnreadable(path))
    // One that was named is expected.
    #expect(findings(configuration: path + "/none.toml")[0].state == .problem)
    let homeless = findings(["HOME": ""])[0]
    #expect(homeless.state != .ok)
  }

  @Test(arguments: [
    ("mpv", "not installed; without it videos cannot be played"),
    ("yt-dlp", "not installed; without it trailers on YouTube cannot be found, played or downloaded"),
    ("chafa", "not installed; without it poster prints paths only"),
  ])
  func program_that_is_missing_is_named_with_what_wants_it(_ name: String, _ message: String) throws {
    #expect(findings().first { $0.name == name }?.message.english == message)
    mkdir(path + "/bin", 0o700)
    try write("bin/" + name, mode: 0o700)
    #expect(findings().first { $0.name == name }?.message == .words(path + "/bin/" + name))
  }
}
