import JSONRPC

/// The filters of `discover` beside genre, year, votes and offers.
package struct DiscoverFilters: Sendable, Equatable {
  package static let from = Param("from", .day, "First day of the release: 2026-01-01.")
  package static let to = Param("to", .day, "Last day of the release.")
  package static let minRuntime = Param("min_runtime", .integer(1...1000), "Minutes at least.")
  package static let maxRuntime = Param("max_runtime", .integer(1...1000), "Minutes at most.")
  package static let certification = Param(
    "certification", .text(1...20, trimmed: true), "Certificate of a film in the region: PG-13, 12.")
  package static let originalLanguage = Param(
    "original_language", .language, "The language it was made in: de.")
  package static let people = Param(
    "people", .text(1...200, trimmed: true),
    "Numbers of people of a film's cast or crew, combined as in genre.")
  package static let keywords = Param(
    "keywords", .text(1...200, trimmed: true), "Numbers of keywords, combined as in genre.")
  package static let companies = Param(
    "companies", .text(1...200, trimmed: true), "Numbers of production companies, combined as in genre.")
  package static let networks = Param(
    "networks", .text(1...200, trimmed: true), "Numbers of networks of series, combined with |.")
  package static let minRating = Param("min_rating", .number(0...10), "Average of the votes at least.")
  package static let unseen = Param(
    "unseen", .boolean, default: false, "Without titles that the profile has marked as watched.")

  package static let all: [Parameter] = [
    from, to, minRuntime, maxRuntime, certification, originalLanguage, people, keywords, companies, networks,
    minRating, unseen,
  ]

  package var from: String?
  package var to: String?
  package var minRuntime: Int?
  package var maxRuntime: Int?
  package var certification: String?
  /// Without a country: TMDB knows none.
  package var originalLanguage: String?
  package var people: String?
  package var keywords: String?
  package var companies: String?
  package var networks: String?
  package var minRating: Double?
  package var isUnseen = false

  package init() {}

  init(_ arguments: Arguments, _ mediaType: Title.MediaType) throws(RPCError) {
    (from, to) = (arguments[Self.from], arguments[Self.to])
    (minRuntime, maxRuntime) = (arguments[Self.minRuntime], arguments[Self.maxRuntime])
    certification = arguments[Self.certification]
    originalLanguage = arguments[Self.originalLanguage].map { String($0.prefix { $0 != "-" }) }
    (people, keywords) = (arguments[Self.people], arguments[Self.keywords])
    (companies, networks) = (arguments[Self.companies], arguments[Self.networks])
    minRating = arguments[Self.minRating]
    isUnseen = arguments[Self.unseen]
    let wrong = mediaType == .movie ? [Self.networks] : [Self.certification, Self.people]
    for parameter in wrong where arguments.has(parameter) {
      let name = MessageParameter(parameter.name)
      throw .parameter(
        parameter.name, mediaType == .movie ? .seriesOnly(name) : .filmsOnly(name),
        expected: mediaType == .movie ? "media_type tv" : "media_type movie",
        Advice(.leaveParameterOut(name), .param(parameter.name, .null)))
    }
  }

  /// The parameters with numbers that only TMDB knows.
  package var numbered: [(name: String, text: String)] {
    [("people", people), ("keywords", keywords), ("companies", companies), ("networks", networks)]
      .compactMap { name, text in text.map { (name, $0) } }
  }
}

extension ValueType where Value == String {
  package static var day: Self { .form(.day) }
}

extension TextForm {
  package static let day = TextForm(
    demand: .aDay, plural: .days, pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
  ) { Day($0) != nil }
}
