import ArgumentParser
import FakeTMDB
import Foundation

/// `make fake-tmdb`: something to try the daemon against, without a key and without a network.
@main
struct Main: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fake-tmdb", abstract: "TMDB, iTunes and YouTube with invented titles, on this machine.")

  @Option(help: "Listen here; 0 takes a free one.")
  var port: UInt16 = 8990

  @Option(help: "What goes wrong, one or more: \(FakeFault.names)")
  var fault: [String] = []

  @Option(help: "The chance of each fault, 0 to 1.")
  var rate = 1.0

  @Option(help: "Seconds an answer may be kept.")
  var maxAge = 3600

  @Option(help: "Requests answered in any second; more get 429.")
  var perSecond: Int?

  @Option(help: "Where iTunes' previews are.")
  var previews = "https://example.org"

  @Option(help: "The only key that is right; else any is.")
  var key: String?

  func run() throws {
    let faults = try fault.map { text in
      guard let fault = FakeFault(text) else {
        throw ValidationError("there is no fault \(text); there are \(FakeFault.names)")
      }
      return (fault, rate)
    }
    let fake = try FakeTMDB(port: port)
    fake.set(faults: faults)
    fake.set(maxAge: maxAge)
    fake.set(maxPerSecond: perSecond)
    fake.set(key: key)
    fake.set(previews: previews)
    let lines =
      ["# \(fake.address) answers. In another terminal, with these lines in fake.toml:"] + fake.configuration
      + ["# TMDB_API_KEY=\(key ?? FakeTMDB.key) movierpcd --config fake.toml"]
    try FileHandle.standardOutput.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    while true { pause() }
  }
}
