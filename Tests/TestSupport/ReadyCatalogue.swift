import Foundation

/// The catalogue, built once by the real daemon and shared by the homes of tests, of which there are hundreds: a
/// start needs half a second of a processor for it.
///
/// It is in `.build/tests`, in a folder for each state of the data and of the code that builds it.
package enum ReadyCatalogue {
  /// The folder with the file. The first caller of all test processes builds it, the others wait.
  package static func folder() throws -> String {
    try made.get()
    return place
  }

  /// A daemon of that home finds it, as it would at its second start.
  package static func link(into home: TemporaryFolder) throws {
    let folder = try folder()
    mkdir(home.path + "/.cache", 0o700)
    mkdir(home.path + "/.cache/movierpc", 0o700)
    symlink(folder + "/catalogue.index", home.path + "/.cache/movierpc/catalogue.index")
  }

  private static let made = Result { try make() }

  private static func make() throws {
    let all = checkout + "/.build/tests"
    try FileManager.default.createDirectory(atPath: all, withIntermediateDirectories: true)
    let lock = open(all + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw Program.Fault(description: "cannot lock \(all)/lock")
    }
    defer { close(lock) }
    let file = place + "/catalogue.index"
    guard access(file, F_OK) != 0 else { return }
    for name in ProcessFigures.names(in: all) where name.hasPrefix("catalogue-") {
      try FileManager.default.removeItem(atPath: all + "/" + name)
    }
    let daemon = try SpawnedDaemon(configuration: ["folders.cache = \"\(place)\""], isFirstStart: true)
    // It gets its name when it is whole.
    try Wait.until("\(file) is built", atMost: 600) { access(file, F_OK) == 0 || daemon.program.hasEnded }
    try daemon.stop()
  }

  private static let checkout = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  private static let place: String = {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let store = checkout + "/Sources/MovieStore/", index = checkout + "/Sources/TitleIndex/"
    let folders =
      ["Catalogue"].map { store + $0 } + ["Index", "Text"].map { index + $0 }
    for folder in folders {
      for name in ProcessFigures.names(in: folder).sorted() {
        for byte in TemporaryFolder.read(folder + "/" + name).utf8 {
          hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
      }
    }
    var status = stat()
    stat(checkout + "/Sources/CatalogueData/titles.tsv.zst", &status)
    return checkout + "/.build/tests/catalogue-\(String(hash, radix: 16))-\(status.st_size)"
  }()
}
