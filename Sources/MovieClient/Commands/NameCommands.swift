import MovieProtocol

// Names and codes, for other commands, and the dates of releases.

extension Command {
  static let genres = Command(
    "genres", summary: "List the genres of films and series.",
    discussion: localized(
      "Names and numbers for discover --genre. Some exist for films or for series only."),
    method: "genres", options: [[.type], .output, .freshness], run: Answer.show(LookupPage.genres))

  static let countries = Command(
    "countries", summary: "List the countries and their codes.",
    discussion: localized(
      "For --region, --country and the settings region and countries."),
    method: "countries", options: [.output, .freshness], run: Answer.show(LookupPage.countries))

  static let languages = Command(
    "languages", summary: "List the languages and their codes.",
    discussion: localized(
      "For --language and the setting language, alone or with a country: de or de-DE."),
    method: "languages", options: [.output, .freshness], run: Answer.show(LookupPage.languages))

  static let providers = Command(
    "providers", summary: "List the streaming services and shops of a country.",
    usage: "[--country DE] [--type movie|tv] [options]",
    discussion: localizedParagraphs(
      """
      Names and numbers for discover --provider. Needs a TMDB key:
      exit status 4 without one.

        movierpc providers --country DE --page-size 100
        movierpc discover --provider 8 --country DE
      """),
    method: "providers",
    options: [
      [
        .parameter(
          "country", placeholder: "code", help: "Country of the offers; default: your region."),
        .parameter(
          "media_type", named: "type", otherName: "media-type",
          help: "Providers of films or of series; default: films."),
      ], .pages, .output, .freshness,
    ],
    run: Answer.show(
      ifEmpty: { localized("no providers are known\($0.place)") }, LookupPage.providers))

  static let releases = Command(
    "releases", summary: "Show release dates of the watchlist's titles.",
    usage: "[--days-back 0] [--days-ahead 14] [options]",
    discussion: localizedParagraphs(
      """
      Films have dates for cinemas, digital and disc in your region
      (movierpc settings region); series have their last and next episode.
      Films marked as watched are left out. The dates are TMDB's: without a
      key only the first release of each title is known.

        movierpc releases
        movierpc releases --days-back 7 --days-ahead 60
        movierpc releases --days-ahead 0 --format '{title} ({kind})'
        movierpc watch releases --as waybar
      """),
    method: "releases",
    options: [
      [
        .parameter("days_back", help: "Days before today, 0 to 365."),
        .parameter("days_ahead", help: "Days after today, 0 to 365."),
      ], .output, .freshness,
    ],
    run: Answer.show(ifEmpty: { _ in
      localized("nothing on your watchlist, or of people you follow, comes out in these days")
    }) {
      ReleasesPage.text($0, on: $1)
    })
}
