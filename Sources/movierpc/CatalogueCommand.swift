import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct CatalogueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalogue",
    abstract: localized("Add titles to the built-in catalogue."),
    discussion: localizedParagraphs(
      """
      The catalogue is what you search without a TMDB key or a network.

        movierpc catalogue status
        movierpc catalogue update
        movierpc catalogue import movie_ids_07_29_2026.json.gz
        movierpc catalogue cancel

      The catalogue answers as before until an import is complete.
      """),
    subcommands: [Show.self, Update.self, Import.self, Cancel.self], defaultSubcommand: Show.self)
}

extension CatalogueCommand {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: localized("Show how many titles the catalogue has, and how far an import is."),
      usage: "movierpc catalogue status [options]", aliases: ["show"])

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var caller = try RPCClient.connected(connection.options)
      let catalogue = try caller.json("status")["catalogue"] ?? .null
      try ResultPrinter.show(Array(catalogue.text().utf8), form.form) {
        CataloguePage.status($0, on: $1)
      }
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: localized("Add the titles of a file."),
      usage: "movierpc catalogue import FILE [options]",
      discussion: localizedParagraphs(
        """
        FILE is one of TMDB's daily exports of film or series IDs, or has one
        JSON object per line with media_type, id, title and more facts, such
        as the lines of library export. It may be packed by gzip. An import
        adds titles, and its facts replace those of titles that are there;
        it removes none.

        FILE may also be one of IMDb's files title.basics.tsv, first, then
        title.ratings.tsv or title.akas.tsv. They complete titles by year,
        runtime, genres, votes and other names. Their terms allow personal
        and non-commercial use only, which you accept once.

        There is no time limit unless you give --timeout. The daemon goes on
        when this command ends; catalogue cancel ends the import.
        """))

    @Argument(help: .localized("The file."), completion: .file())
    var file: String

    @Flag(help: .localized("Accept the terms of IMDb's files without a question."))
    var acceptLicense = false

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: PatientConnection

    func run() throws {
      var params = MethodParams("catalogue.import")
      params.add("file", AbsolutePath.of(file))
      params.add("accept_license", acceptLicense)
      try CatalogueCommand.run(params, form, connection)
    }
  }

  struct Update: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "update", abstract: localized("Fetch TMDB's daily export and add its titles."),
      usage: "movierpc catalogue update [options]",
      discussion: localizedParagraphs(
        """
        The export has the original names of all films and series, about
        40 MB. It needs no key. If the catalogue has the newest export
        already, nothing is fetched. This command fetches it even if the
        connection is metered or the machine runs on battery.

        movierpc settings set catalogue.update weekly makes the daemon do
        this each week, except in these two cases.

        There is no time limit unless you give --timeout. The daemon goes on
        when this command ends; catalogue cancel ends the update.
        """))

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: PatientConnection

    func run() throws {
      Output.note(
        localized("Fetching TMDB's export of all titles, about 40 MB, unless the catalogue has it."))
      try CatalogueCommand.run(MethodParams("catalogue.update"), form, connection)
    }
  }

  struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel", abstract: localized("Cancel the running import or update."),
      usage: "movierpc catalogue cancel [options]")

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try ResultPrinter.show(MethodParams("catalogue.cancel"), connection.options, form.form) {
        result, _ in
        let wasCancelled = result["changed"] == true
        return
          (wasCancelled ? localized("The import was cancelled.") : localized("No import is in progress."))
          + "\n"
      }
    }
  }

  private static func run(
    _ params: MethodParams, _ form: ReportArguments, _ connection: PatientConnection
  ) throws {
    _ = try params.json()
    var caller = try RPCClient.connected(connection.options)
    let progress = ImportProgress(CataloguePage.progress)
    try progress.follow(&caller)
    defer { progress.end() }
    caller.restartDeadline(connection.timeout ?? .max)
    let result: [UInt8]
    do throws(CommandError) {
      result = try caller.result(params) { (terms: String) throws(CommandError) in
        progress.end()
        let question = localized("Do you accept these terms? Type yes or no:")
        return try ConsentInput.prompt(question, after: terms) ?? false
      }
    } catch {
      var error = error
      // What is in a file is no matter of usage.
      if error.status == .usage { error.status = .failed }
      throw error
    }
    progress.end()
    try ResultPrinter.show(result, form.form) { CataloguePage.text($0, on: $1) }
  }
}
