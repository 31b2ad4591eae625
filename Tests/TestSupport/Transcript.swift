package import JSONRPC
import MovieProtocol

/// A conversation from `Protocol/transcripts`: what a client sends (`-->`) and the daemon's answers (`<--`).
///
///     // A comment.
///     --> {"jsonrpc":"2.0","id":1,"method":"ping"}
///     <-- {"jsonrpc":"2.0","id":1,"result":{"pong":true}}
///     <-x                                   the daemon closes the connection
///     >-x                                   the client shuts down its writing side
///     --- configuration: limits.depth = 8   a daemon of its own, with this in config.toml
///     --- environment: TMDB_API_KEY=abc     a daemon of its own, with this in its environment
///     --- upstream: titles                  the TMDB of upstream/titles.json, and a key for it
///     --- file: a.csv: Name,Year\nDune,2021 a file of that name, in which \n ends a line
///     --- in process: search fails          a fault that only a test inside the daemon can make, or its day
///
/// In expected answers, `"<pid>"` and the other names of ``Placeholder`` match any value of that kind; in
/// requests `<files>` is the folder of the files, and `<instance>` what the daemon has named last. Nothing else
/// varies: an expectation without a placeholder is compared byte for byte.
///
/// Those of `Tests/Transcripts`, which are no documentation, say what matters to a test, and no more:
///
///     > search {"q":"dune"}                 a request with all the time there is
///     < {"results":[{"title":"Dune"}]}      a result with at least these members
///     ! invalid_params {"param":"q"}        an error of this kind: its message, and members of its data
///     * library {"rev":1,"favorites":1}     an event of this topic: members of it and of its data
///     --- connection: 2                     what follows is on another connection
///     --- restart                           the daemon ends and starts again, with the same library
///     --- requests: 1 /3/movie/1?language=de it has sent TMDB so many requests with this path and at least
///                                           these parameters; without `?` the path begins like this
package struct Transcript: Sendable {
  package enum Step: Sendable, Equatable {
    case send(String)
    /// One that is not written out. Its id is the number of the line.
    case request(id: Int, String)
    case expect(String)
    case expectPart(TranscriptPart)
    case expectClose
    case shutDown
    case requests(Int, String)
  }

  /// Steps on one connection.
  package struct Section: Sendable {
    /// Of the connection; the first is 1.
    package var connection = 1
    /// A new daemon, with new connections.
    package var isRestart = false
    package var steps: [(line: Int, step: Step)] = []
  }

  package let name: String
  package let folder: String
  package var sections = [Section()]
  package var configuration: [String] = []
  package var environment: [String: String] = [:]
  package var files: [(name: String, text: String)] = []
  /// The name of a ``TranscriptUpstream``; nil: there is no TMDB.
  package var upstream: String?
  /// A fault or day that only a daemon inside the test process can have.
  package var inProcess: String?

  package var steps: [(line: Int, step: Step)] { sections.flatMap(\.steps) }

  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  package init(name: String, folder: String, text: String) throws(Fault) {
    (self.name, self.folder) = (name, folder)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("//") { continue }
      if let step = try Self.step(line, index + 1) {
        sections[sections.count - 1].steps.append((index + 1, step))
      } else if !take(line) {
        throw Fault(description: "\(name):\(index + 1): is nothing that a transcript has")
      }
    }
  }

  private static func step(_ line: Substring, _ number: Int) throws(Fault) -> Step? {
    if let sent = line.after("--> ") { return .send(sent) }
    if let expected = line.after("<-- ") { return .expect(expected) }
    if line == "<-x" { return .expectClose }
    if line == ">-x" { return .shutDown }
    if let request = line.after("> ") {
      let words = request.split(separator: " ", maxSplits: 1)
      return .request(
        id: number, Ask.method(number, String(words[0]), words.count > 1 ? String(words[1]) : "{}"))
    }
    if let count = line.after("--- requests: ")?.split(separator: " ", maxSplits: 1), count.count == 2,
      let number = Int(count[0])
    {
      return .requests(number, String(count[1]))
    }
    return try TranscriptPart(line).map(Step.expectPart)
  }

  /// False if it is none of the lines that begin with `---`.
  private mutating func take(_ line: Substring) -> Bool {
    if let number = line.after("--- connection: ").flatMap({ Int($0) }) {
      sections.append(Section(connection: number))
    } else if line == "--- restart" {
      sections.append(Section(isRestart: true))
    } else if let setting = line.after("--- configuration: ") {
      configuration.append(setting)
    } else if let variable = line.after("--- environment: "), let equals = variable.firstIndex(of: "=") {
      environment[String(variable[..<equals])] = String(variable[variable.index(after: equals)...])
    } else if let file = line.after("--- file: "), let colon = file.firstRange(of: ": ") {
      let text = file[colon.upperBound...].replacing("\\n", with: "\n")
      files.append((String(file[..<colon.lowerBound]), String(text)))
    } else if let name = line.after("--- upstream: ") {
      upstream = name
    } else if let fault = line.after("--- in process: ") {
      inProcess = fault
    } else {
      return false
    }
    return true
  }
}

/// What a test wants of an answer.
package enum TranscriptPart: Sendable, Equatable {
  case result(JSONValue)
  case error(kind: String, JSONValue)
  case event(topic: String, JSONValue)

  var isEvent: Bool { if case .event = self { true } else { false } }

  /// Nil if the line begins with none of `<`, `!` and `*`.
  init?(_ line: Substring) throws(Transcript.Fault) {
    func members(_ text: Substring) throws(Transcript.Fault) -> JSONValue {
      if text.isEmpty { return [:] }
      guard let value = try? JSONValue(parsing: String(text)) else {
        throw Transcript.Fault(description: "not JSON: \(text)")
      }
      return value
    }
    let rest = line.dropFirst(2)
    let word = rest.prefix { $0 != " " }
    switch line.prefix(2) {
    case "<", "< ": self = .result(try members(rest))
    case "! ": self = .error(kind: String(word), try members(rest.dropFirst(word.count + 1)))
    case "* ": self = .event(topic: String(word), try members(rest.dropFirst(word.count + 1)))
    default: return nil
    }
  }

  /// Nil if `message` is what is wanted; otherwise what differs.
  /// - Parameter id: that of the request that is to be answered next.
  func difference(_ message: JSONValue, answering id: Int?) -> String? {
    let (found, wanted, isWanted): (JSONValue?, JSONValue, Bool)
    switch self {
    case .event(let topic, let members):
      let event = message["params"]
      isWanted = event?["topic"]?.stringValue == topic
      found = .object(
        (event?["data"]?.objectValue ?? []) + (event?.objectValue ?? []).filter { $0.name != "data" })
      wanted = members
    case .error(let kind, let members):
      let error = message["error"]
      isWanted = message["id"]?.intValue == id && error?["data"]?["kind"]?.stringValue == kind
      let data = error?["data"]?.objectValue ?? []
      found = .object(data + [JSONMember("message", error?["message"] ?? .null)])
      wanted = members
    case .result(let members):
      isWanted = message["id"]?.intValue == id
      (found, wanted) = (message["result"], members)
    }
    guard isWanted, let found else { return "got \(message.text())" }
    return Placeholder.difference(wanted, found, isPart: true)
  }
}

extension Substring {
  fileprivate func after(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
