import FakeTMDB
import Foundation

/// `make fake-tmdb`: something to try the daemon against, without a key and without a network.
@main
struct Main {
  private static let help = """
    TMDB, iTunes and YouTube with invented titles, on this machine.

      --port <port>           Listen here; 0 takes a free one (default: 8990)
      --fault <fault>         What goes wrong, also several times: \(FakeFault.names)
      --rate <rate>           The chance of each fault, 0 to 1 (default: 1)
      --max-age <seconds>     How long an answer may be kept (default: 3600)
      --per-second <count>    Requests answered in any second; more get 429
      --previews <address>    Where iTunes' previews are (default: https://example.org)
      --key <key>             The only key that is right; else any is
    """

  static func main() throws {
    var port: UInt16 = 8990
    var (faults, rate): ([FakeFault], Double) = ([], 1)
    var (maxAge, perSecond, previews, key): (Int, Int?, String, String?) = (
      3600, nil, "https://example.org", nil
    )
    var words = CommandLine.arguments.dropFirst()
    while let name = words.popFirst() {
      guard let value = words.popFirst() else { end(name == "--help" ? nil : name) }
      switch name {
      case "--port": port = number(name, value)
      case "--rate": rate = number(name, value)
      case "--max-age": maxAge = number(name, value)
      case "--per-second": perSecond = number(name, value) as Int
      case "--previews": previews = value
      case "--key": key = value
      case "--fault":
        guard let fault = FakeFault(value) else { end(name) }
        faults.append(fault)
      default: end(name)
      }
    }
    let fake: FakeTMDB
    do { fake = try FakeTMDB(port: port) } catch { refuse("port \(port): \(error.localizedDescription)") }
    fake.set(faults: faults.map { ($0, rate) })
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

  private static func refuse(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("fake-tmdb: \(reason); --port 0 takes a free one\n".utf8))
    exit(1)
  }

  private static func number<Number: LosslessStringConvertible>(_ name: String, _ value: String) -> Number {
    guard let number = Number(value) else { end(name) }
    return number
  }

  /// - Parameter wrong: the name of an option; nil: help is what was asked for.
  private static func end(_ wrong: String?) -> Never {
    let text =
      (wrong.map { "fake-tmdb: \($0) is unknown, or its value is not right\n\n" } ?? "") + help + "\n"
    try? (wrong == nil ? FileHandle.standardOutput : .standardError).write(contentsOf: Data(text.utf8))
    exit(wrong == nil ? 0 : 2)
  }
}
