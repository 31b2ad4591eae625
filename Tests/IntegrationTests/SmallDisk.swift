import Glibc
import TestSupport
import Testing

/// A data folder with little room, that ends with the daemon.
struct SmallDisk {
  let home: TemporaryFolder
  let path: String
  private let kibibytes: Int

  init(kibibytes: Int) throws {
    home = try TemporaryFolder()
    path = home.path + "/data"
    self.kibibytes = kibibytes
    mkdir(path, 0o700)
  }

  var configuration: [String] { ["folders.data = \"\(path)\""] }
  var shell: String { shell(after: "true") }
  /// A shell's command that takes so much of the room.
  func filling(kibibytes: Int) -> String {
    "dd if=/dev/zero of=\(path)/filler bs=1024 count=\(kibibytes) 2>/dev/null"
  }

  func shell(after commands: String) -> String {
    let mount = "mount -t tmpfs -o size=\(kibibytes)k,mode=700 none \(path)"
    return "exec unshare -m /bin/sh -c '\(mount) && \(commands) && exec \"$0\" \"$@\"' \"$0\" \"$@\""
  }

  func fill(_ daemon: SpawnedDaemon) throws {
    let file = try #require(fopen(filler(daemon), "we"))
    let block = [UInt8](repeating: 0, count: 4096)
    while fwrite(block, 1, block.count, file) == block.count, fflush(file) == 0 {}
    fclose(file)
  }

  func makeRoom(_ daemon: SpawnedDaemon) throws { #expect(unlink(filler(daemon)) == 0) }

  func withFile(of daemon: SpawnedDaemon, _ body: (String) throws -> Void) throws {
    let place = try TemporaryFolder()
    for name in ["library.sqlite", "library.sqlite-wal"] {
      _ = try Program.run("cp", ["\(folder(daemon))/\(name)", "\(place.path)/\(name)"])
    }
    try body(place.path + "/library.sqlite")
  }

  /// The daemon's own view of the folder.
  private func folder(_ daemon: SpawnedDaemon) -> String { "/proc/\(daemon.program.pid)/root\(path)" }
  private func filler(_ daemon: SpawnedDaemon) -> String { folder(daemon) + "/filler" }
}
