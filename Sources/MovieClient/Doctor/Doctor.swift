import Glibc
package import JSONRPC
package import MovieProtocol

/// `movierpc doctor`: what the daemon finds, or its program if none runs, and whether the two can meet, which only
/// a client can find out. Changes nothing and starts nothing.
package enum Doctor {
  package static func findings(_ environment: DoctorEnvironment, _ deadline: Deadline) -> [Finding] {
    let path: String
    do throws(CommandError) {
      path = try Environment.socketPath(
        option: environment.socketOption, environment: environment.variable, uid: environment.uid)
    } catch {
      return [Finding("socket", error)]
    }
    let program = DaemonProgram.find(in: environment.programFolders)
    let outcome = program.flatMap { DaemonFiles.read($0) }
    let daemon = DaemonCheck(path: path, environment, outcome, canStart: program != nil, deadline)
    return SocketChecks.findings(path, environment)
      + [ProgramCheck.finding(program, outcome, isRunning: daemon.isRunning)] + daemon.findings
  }

  package static func json(_ findings: [Finding]) -> JSONValue {
    ["findings": .array(findings.map(\.json))]
  }

  package static func page(_ findings: [Finding], on screen: Screen) -> String {
    let names = findings.map { LocalizedText(key: $0.name).text }
    let states = findings.map { $0.state == .note ? "-" : LocalizedText(key: $0.state.rawValue).text }
    let stateColumns = 2 + (states.map(TerminalText.width).max() ?? 0)
    let beside = max(9, stateColumns) + 2 + (names.map(TerminalText.width).max() ?? 0)
    // On a narrow screen the texts stand below the names.
    let column = screen.textWidth < beside + 30 ? 4 : beside
    return zip(findings, zip(names, states)).map { finding, words in
      let (name, state) = words
      let first = pad(state, max(9, stateColumns)) + name
      let block = Paragraph.text(
        TerminalText.cleaned(finding.message), indent: column, first: first, width: screen.textWidth)
      let hint = finding.hint.map {
        Paragraph.text(TerminalText.cleaned($0), indent: column, width: screen.textWidth)
      }
      return screen.show(state, style(finding.state)) + block.dropFirst(state.count)
        + screen.dim(hint ?? "")
    }.joined()
  }

  /// Nil unless something has to be fixed.
  package static func failure(_ findings: [Finding]) -> CommandError? {
    let count = findings.count { $0.state == .problem }
    return count == 0 ? nil : CommandError(.failed, "\(Quantity.count(count, .problem)) found")
  }

  private static func pad(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - TerminalText.width(text)))
  }

  private static func style(_ state: Finding.State) -> Screen.Style {
    switch state {
    case .ok: .good
    case .warning: .accent
    case .problem: .bad
    case .note: .dim
    }
  }
}

/// One line of `movierpc doctor`, in the language of the person.
///
///     {"name":"socket","state":"problem","message":"others may enter /tmp/x","hint":"chmod 700 /tmp/x"}
package struct Finding: Equatable, Sendable {
  package typealias State = DoctorFinding.State

  package let name: String
  package let state: State
  package let message: String
  /// The remedy, if there is one.
  package let hint: String?

  package init(_ name: String, _ state: State, _ message: LocalizedText, hint: LocalizedText? = nil) {
    (self.name, self.state, self.message, self.hint) = (name, state, message.text, hint?.text)
  }

  init(_ name: String, _ problem: CommandError) {
    self.init(name, .problem, "\(problem.message)", hint: problem.hint.map { "\($0)" })
  }

  /// - Parameter json: a `DoctorFinding`; one of a later version may have another state.
  package init(_ json: JSONValue) {
    name = json["name"]?.stringValue ?? "?"
    state = json["state"].flatMap { State(json: $0) } ?? .note
    message = DaemonMessage(json["text"], english: json["message"]?.stringValue ?? "?").text()
    hint = ErrorReply.hint(json)
  }

  package var json: JSONValue {
    [
      "name": .string(name), "state": .string(state.rawValue), "message": .string(message),
      "hint": hint.map { .string($0) } ?? .null,
    ]
  }
}

/// The environment that the doctor checks: the client's own, or one made up by a test.
package struct DoctorEnvironment: Sendable {
  package var variable: @Sendable (String) -> String?
  package var uid: UInt32
  /// `--socket`
  package var socketOption: String?
  /// The folders searched for the daemon's program, in order.
  package var programFolders: [String]

  package init(
    variable: @escaping @Sendable (String) -> String? = Environment.variable, uid: UInt32 = getuid(),
    socketOption: String? = nil, programFolders: [String]? = nil
  ) {
    self.variable = variable
    self.uid = uid
    self.socketOption = socketOption
    self.programFolders = programFolders ?? DaemonProgram.folders
  }

  /// Nil also for an empty variable.
  subscript(name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

  var choosesSocket: Bool { socketOption != nil || self["MOVIERPC_SOCKET"] != nil }

  /// Unless the configuration names another one.
  var dataFolder: String? {
    Environment.folder("XDG_DATA_HOME", "/.local/share", variable).map { $0 + "/movierpc" }
  }
}
