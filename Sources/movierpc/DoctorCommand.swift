import ArgumentParser
import JSONRPC
import MovieClient

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: localized("Find problems and show how to fix them."),
    discussion: localizedParagraphs(
      """
      Changes nothing and starts nothing. Each line is ok, a warning, a
      problem or, marked with -, a note. --json prints
      {"findings":[{"name","state","message","hint"}]}.

      Exit status 1 if there is a problem, else 0.
      """))

  @OptionGroup var form: ReportArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    let isForPrograms = form.json || !(form.text || Output.isTerminal)
    let findings = DisplayLanguage.$ofScope.withValue(isForPrograms ? .english : DisplayLanguage.current) {
      Doctor.findings(
        DoctorEnvironment(socketOption: connection.socket), Deadline(connection.options.timeout))
    }
    if isForPrograms {
      try Output.json(Array(Doctor.json(findings).text().utf8), oneLine: true)
    } else {
      try Output.write(Doctor.page(findings, on: .current()))
    }
    if let failure = Doctor.failure(findings) { throw failure }
  }
}
