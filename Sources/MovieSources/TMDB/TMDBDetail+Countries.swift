import JSONRPC
import MovieProtocol

/// The parts that differ by country.
extension TMDBDetail {
  private static let maxCountries = 300
  private static let maxOffers = 40

  /// In the order that the contract gives, with the lists of TMDB that have it. What is partly included and
  /// partly sold is both.
  private static let offerKinds = [
    ("flatrate", ["flatrate", "flatrate_and_buy"]), ("free", ["free"]), ("ads", ["ads"]),
    ("rent", ["rent"]), ("buy", ["buy", "flatrate_and_buy"]),
  ]

  /// The certificate of the user's country, otherwise the American one, which most titles have.
  func certification(in region: String) -> TitleDetail.Certification? {
    for country in [region, "US"] {
      guard let value = certifications[country] else { continue }
      return TitleDetail.Certification(
        country: country, value: value, age: Certifications.age(value, in: country))
    }
    return nil
  }

  /// The day of a film's release in cinemas there, otherwise in any other form; nil if unknown, as for a
  /// series.
  func releaseDate(in region: String) -> String? {
    guard detail.title.mediaType == .movie else { return nil }
    // Sorted by day.
    let releases = releases?.releases.filter { $0.country == region } ?? []
    return (releases.first { $0.kind == .cinema } ?? releases.first)?.day.text
  }

  /// - Returns: nil: unknown; a country is missing: not available there.
  func whereToWatch(in countries: [String]) -> [TitleDetail.Offers]? {
    guard let offers else { return nil }
    var seen: Set<String> = []
    return countries.compactMap { seen.insert($0).inserted ? offers[$0] : nil }
  }

  /// A country has several releases, and often only one of them has the certificate; one without an age (NR)
  /// counts as none while there is another. The one for cinemas has priority (the types:
  /// https://developer.themoviedb.org/reference/movie-release-dates).
  ///
  /// - Parameter block: `release_dates` of a film, `content_ratings` of a series.
  static func certifications(_ block: JSONValue, _ mediaType: Title.MediaType) -> [String: String] {
    let (order, field) = ([3, 2, 1, 4, 5, 6], mediaType == .movie ? "certification" : "rating")
    var best: [String: (rank: Int, value: String)] = [:]
    for item in block.items("results", max: maxCountries) {
      guard let country = item.code("iso_3166_1") else { continue }
      for rated in mediaType == .movie ? item.items("release_dates", max: 50) : [item] {
        guard let value = rated.text(field, max: 40) else { continue }
        var rank = rated.count("type").flatMap(order.firstIndex) ?? order.count
        if Certifications.age(value, in: country) == nil { rank += order.count + 1 }
        if rank < best[country]?.rank ?? .max { best[country] = (rank, value) }
      }
    }
    return best.mapValues(\.value)
  }

  /// `{"results":{"DE":{"link":...,"flatrate":[...],"buy":[...]}}}`, unlike all other blocks by country.
  static func offers(_ json: JSONValue?) -> [String: TitleDetail.Offers]? {
    guard let countries = json?["results"]?.objectValue else { return nil }
    var all: [String: TitleDetail.Offers] = [:]
    for country in countries.prefix(maxCountries) where country.name.utf8.count == 2 {
      let offers = offerKinds.flatMap { kind, lists in
        var seen: Set<Int> = []
        return lists.flatMap { country.value.items($0, max: 200) }.compactMap {
          item -> (priority: Int, offer: TitleDetail.Offer)? in
          guard let id = item.id("provider_id"), let name = item.text("provider_name", max: 80),
            seen.insert(id).inserted
          else { return nil }
          let offer = TitleDetail.Offer(
            kind: kind, providerID: id, provider: name, logoPath: item.imagePath("logo_path"))
          return (item.count("display_priority") ?? .max, offer)
        }.enumerated().sorted {
          ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset)
        }.map(\.element.offer)
      }
      let link = country.value.link("link")
      guard !offers.isEmpty || link != nil else { continue }
      all[country.name] = TitleDetail.Offers(
        country: country.name, link: link, offers: Array(offers.prefix(maxOffers)))
    }
    return all
  }
}
