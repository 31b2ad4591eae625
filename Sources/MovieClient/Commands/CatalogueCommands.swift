import JSONRPC
import MovieProtocol

enum CatalogueCommands {
  static let group = Command(
    "catalogue", summary: "Add titles to the built-in catalogue.",
    discussion: localizedParagraphs(
      """
      The catalogue is what you search without a TMDB key or a network.

        movierpc catalogue status
        movierpc catalogue update
        movierpc catalogue import movie_ids_07_29_2026.json.gz
        movierpc catalogue cancel

      The catalogue answers as before until an import is complete.
      """),
    standard: "status", subcommands: [status, update, importFile, cancel])

  private static let status = Command(
    "status", aliases: ["show"], summary: "Show how many titles the catalogue has, and how far an import is.",
    method: "status", options: [.report],
    run: { (invocation) throws(CommandError) in
      var caller = try invocation.connect()
      let catalogue = try caller.json("status")["catalogue"] ?? .null
      try ResultPrinter.show(Array(catalogue.text().utf8), try invocation.form()) {
        CataloguePage.status($0, on: $1)
      }
    })

  private static let importFile = Command(
    "import", summary: "Add the titles of a file.",
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
      """),
    method: "catalogue.import",
    arguments: [Argument("FILE", completion: .files, help: "The file.")],
    options: [
      [
        .flag(
          "accept-license", for: "accept_license",
          help: "Accept the terms of IMDb's files without a question.")
      ], .report,
    ],
    connection: .patient,
    run: { (invocation) throws(CommandError) in
      var params = try invocation.params()
      params.add("file", AbsolutePath.of(invocation.words[0]))
      try follow(params, invocation)
    })

  private static let update = Command(
    "update", summary: "Fetch TMDB's daily export and add its titles.",
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
      """),
    method: "catalogue.update", options: [.report], connection: .patient,
    run: { (invocation) throws(CommandError) in
      Output.note(
        localized("Fetching TMDB's export of all titles, about 40 MB, unless the catalogue has it."))
      try follow(try invocation.params(), invocation)
    })

  private static let cancel = Command(
    "cancel", summary: "Cancel the running import or update.", method: "catalogue.cancel", options: [.report],
    run: Answer.cancel)

  private static func follow(_ params: MethodParams, _ invocation: Invocation) throws(CommandError) {
    var caller = try invocation.connect()
    let accept: RPCClient.AskForLicense = { (terms: String) throws(CommandError) in
      let question = localized("Do you accept these terms? Type yes or no:")
      return try ConsentInput.prompt(question, after: terms) ?? false
    }
    let result = try ImportProgress.result(of: params, &caller, license: accept, CataloguePage.progress)
    try ResultPrinter.show(result, try invocation.form()) { CataloguePage.text($0, on: $1) }
  }
}
