import ArgumentParser
import JSONRPC
import MovieClient

struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: localized("Export your library, and import titles."),
    discussion: localizedParagraphs(
      """
      An export has a profile's lists, searches and settings, without secrets.

        movierpc library export --file movies.jsonl
        movierpc library import movies.jsonl
        movierpc library import ~/letterboxd-ana-2026.zip --dry-run
        movierpc library undo
        movierpc library pending
        movierpc library export | jq -r '.title.title // empty'

      import also reads files of Letterboxd, IMDb and Trakt.
      """),
    subcommands: [Export.self, Import.self, Cancel.self, Undo.self, Pending.self])
}

extension LibraryCommand {
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: localized("Export everything, one line of JSON per entry."),
      usage: "movierpc library export [--file FILE] [--force] [options]",
      discussion: localizedParagraphs(
        """
        FILE is created readable by you only, and appears when it is complete.
        Without --file, and with --file -, entries go to standard output.
        """))

    @Argument(help: .hidden)
    var words: [String] = []

    @Option(help: .localized("Write to this file.", valueName: "path"), completion: .file())
    var file: String?

    @Flag(help: .localized("Replace the file if it exists."))
    var force = false

    @Flag(name: .shortAndLong, help: .localized("No effect: the entries are always JSON."))
    var json = false

    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      if let word = words.first {
        let line = ["library", "export", "--file", ShellWord.quoted(TerminalText.cleaned(word))]
        throw CommandError.usage(
          "the file of an export is an option",
          hint: "did you mean: movierpc \(line.joined(separator: " "))")
      }
      let output = try file.flatMap { path throws(CommandError) in
        path == "-" ? nil : try OutputFile(path, replaces: force)
      }
      do throws(CommandError) {
        var caller = try RPCClient.connected(connection.options)
        let count = try ExportedLibrary.read(&caller) { entry throws(CommandError) in
          if let output {
            try output.write(entry + Array("\n".utf8))
          } else {
            try Output.json(entry, oneLine: true)
          }
        }
        try output?.finish()
        if output != nil, let file {
          Output.note(localized("\(Quantity.count(count, .entry)) in \(file)"))
        }
      } catch {
        output?.discard()
        throw error
      }
    }
  }
}
