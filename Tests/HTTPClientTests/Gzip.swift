import EventLoop
import Glibc
import TestSupport

enum Gzip {
  /// By the program, which every Debian has.
  @LoopActor static func pack(_ bytes: [UInt8]) async throws -> [UInt8] {
    try await beside { try packBlocking(bytes) }
  }

  private static func packBlocking(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.path + "/x"
    try Bytes.write(bytes, to: path)
    let outcome = try Program.run("gzip", [path])
    guard outcome.status == 0 else { throw Program.Fault(description: "gzip: \(outcome.errors)") }
    return Bytes.read(path + ".gz") ?? []
  }
}

enum Bytes {
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "we") else { throw Program.Fault(description: path) }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Program.Fault(description: path) }
  }

  /// Nil where there is no file.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return bytes
  }
}

/// Bytes that are the same in every run, and that cannot be packed.
func pattern(_ count: Int) -> [UInt8] {
  var state: UInt64 = 1
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 56)
  }
}
