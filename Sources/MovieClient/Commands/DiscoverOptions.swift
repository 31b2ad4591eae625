extension [Option] {
  /// The filters of `discover` beside genre, year, votes and offers.
  static let filters: Self = [
    .parameter("from", placeholder: "date", help: "First day of the release."),
    .parameter("to", placeholder: "date", help: "Last day of the release."),
    .parameter("min_runtime", help: "Minutes at least."),
    .parameter("max_runtime", help: "Minutes at most."),
    .parameter("min_rating", placeholder: "n", help: "Average of the votes at least."),
    .parameter("certification", placeholder: "word", help: "Certificate of a film in your region."),
    .parameter("original_language", placeholder: "code", help: "The language it was made in."),
    .parameter("people", placeholder: "ids", help: "Numbers of people, as in --genre."),
    .parameter("keywords", placeholder: "ids", help: "Numbers of keywords, as in --genre."),
    .parameter("companies", placeholder: "ids", help: "Numbers of studios, as in --genre."),
    .parameter("networks", placeholder: "ids", help: "Numbers of networks of series."),
    .flag("unseen", "u", for: "unseen", help: "Only titles not marked as watched."),
  ]
}
