package import JSONRPC

/// `movierpc doctor`: checks everything a command needs, changes nothing and starts nothing.
package enum Doctor {
  package static func findings(_ environment: DoctorEnvironment, _ deadline: Deadline) -> [Finding] {
    let path: String
    do throws(CommandError) {
      path = try Environment.socketPath(
        option: environment.socketOption, environment: environment.variable, uid: environment.uid)
    } catch {
      return [Finding("socket", error)]
    }
    let configuration = ConfigurationCheck(environment)
    let folders = configuration.files
    let daemon = DaemonCheck(
      path: path, environment, configuration.outcome, dataFolder: folders?.data ?? environment.dataFolder,
      deadline)
    let dataFolder = daemon.dataFolder ?? folders?.data ?? environment.dataFolder
    let cacheFolder = daemon.cacheFolder ?? folders?.cache ?? environment.cacheFolder
    return SocketChecks.findings(path, environment)
      + ProgramChecks.daemon(environment, configuration.outcome, isRunning: daemon.isRunning)
      + daemon.findings
      + [
        configuration.finding, FileChecks.folder("data folder", dataFolder, environment),
      ] + LibraryChecks.findings(dataFolder, daemon.libraryFault) + [
        FileChecks.folder("cache folder", cacheFolder, environment),
        FileChecks.log(path, environment),
      ] + ProgramChecks.optional(environment)
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
