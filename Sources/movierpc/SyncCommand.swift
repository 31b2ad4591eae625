import ArgumentParser
import JSONRPC
import MovieClient

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: localized("Share the library with your other machines."),
    discussion: localizedParagraphs(
      """
      The setting sync.folder names the folder that they share.

        movierpc doctor         shows whether all is well
        movierpc sync reset     starts over, and keeps all lists
      """),
    subcommands: [Reset.self])
}

extension SyncCommand {
  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset", abstract: localized("Rebuild the record of changes, and keep all lists."),
      usage: "movierpc sync reset [options]",
      discussion: localizedParagraphs(
        """
        For a record that is full of what others have written, or after the
        clock was wrong. All lists stay, and count as added now. A title that
        was removed may come back from a machine that has not read of it.
        """))

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try ResultPrinter.show(MethodParams("sync.reset"), connection.options, form.form) { result, _ in
        let text =
          result["changed"] == true
          ? localized("The record of changes was rebuilt; all lists stay.")
          : localized("No folder is shared: sync.folder in config.toml names one.")
        return text + "\n"
      }
    }
  }
}
