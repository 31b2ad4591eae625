import FakeTMDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// Libraries that cannot be loaded: an empty file takes the place of each.
@Suite(.timeLimit(.minutes(20))) struct MissingLibraryTests {
  private let home: Home

  init() throws { home = try Home(isFirstStart: true) }

  /// The environment in which these cannot be loaded.
  private func without(_ libraries: String...) throws -> [String: String] {
    let folder = home.path + "/lib"
    mkdir(folder, 0o700)
    for library in libraries { try TemporaryFolder.write("", to: folder + "/" + library) }
    return ["LD_LIBRARY_PATH": folder]
  }

  private func doctor(_ environment: [String: String]) throws -> [String: JSONValue] {
    let outcome = try home.client(["doctor", "--json"], environment: environment)
    let findings = try JSONValue(parsing: outcome.output)["findings"]?.arrayValue ?? []
    return Dictionary(findings.map { ($0["name"]?.stringValue ?? "", $0) }) { first, _ in first }
  }

  @Test func program_without_libuv_is_told() throws {
    let found = try doctor(without("libuv.so.1"))
    #expect(found["daemon program"]?["state"] == "problem")
    #expect(found["daemon program"]?["message"]?.stringValue?.contains("libuv.so.1") == true)
    #expect(found["daemon"]?["state"] == "note")
  }

  @Test func libcurl_that_is_missing_is_told_before_and_after_a_request() throws {
    let fake = try FakeTMDB()
    try home.configure(fake.configuration)
    let environment = try without("libcurl.so.4", "libcurl-gnutls.so.4")
      .merging(["TMDB_API_KEY": FakeTMDB.key]) { $1 }
    #expect(try doctor(environment)["libcurl"]?["state"] == "problem")
    let outcome = try home.client(["call", "detail", "key=movie/900001"], environment: environment)
    #expect(outcome.status != 0 && outcome.errors.contains("libcurl"), "\(outcome)")
    let found = try doctor(environment)
    #expect(found["libcurl"]?["message"]?.stringValue?.contains("libcurl.so.4") == true)
    #expect(found["libcurl"]?["hint"]?.stringValue?.contains("libcurl4 on Debian") == true)
    #expect(found["network"]?["state"] == "warning" && found["TMDB"]?["state"] == "warning", "\(found)")
  }

  /// Debian has libcurl with another TLS library too.
  @Test func libcurl_with_gnutls_will_do() throws {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
    let curl = try #require(
      folders.lazy.map { $0 + "/libcurl.so.4" }.first { access($0, R_OK) == 0 })
    let fake = try FakeTMDB()
    try home.configure(fake.configuration)
    let environment = try without("libcurl.so.4").merging(["TMDB_API_KEY": FakeTMDB.key]) { $1 }
    symlink(curl, home.path + "/lib/libcurl-gnutls.so.4")
    let outcome = try home.client(["call", "detail", "key=movie/900001"], environment: environment)
    #expect(outcome.status == 0 && outcome.output.contains("movie/900001"), "\(outcome)")
    #expect(try doctor(environment)["libcurl"] == nil)
  }

  @Test func libz_that_is_missing_is_told_and_the_catalogue_needs_none() throws {
    let environment = try without("libz.so.1")
    #expect(try doctor(environment)["libz"]?["state"] == "problem")
    _ = try home.client(["daemon", "start"], environment: environment)
    try Wait.until("the catalogue is there") {
      try self.doctor(environment)["catalogue"]?["state"] == "ok"
    }
    #expect(try doctor(environment)["libz"]?["state"] == "problem")
  }

  @Test func shared_folder_that_is_not_there_is_told_in_the_first_second() throws {
    try home.configure(["sync.folder = \"\(home.path)/away\""])
    _ = try home.client(["daemon", "start"])
    let found = try doctor([:])
    #expect(found["sync"]?["state"] == "warning", "\(found)")
  }
}
