import JSONRPC
import MovieProtocol

/// The parts that differ by country.
extension TMDBDetail {
  private static let maxCountries = 300
  private static let maxOffers = 40

  /// In the order that the contract gives.
  private static let offerKinds = ["flatrate", "free", "ads", "rent", "buy"]

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

  /// - Parameter block: `release_dates` of a film, `content_ratings` of a series.
  static func certifications(_ block: JSONValue, _ mediaType: Title.MediaType) -> [String: String] {
    var certifications: [String: String] = [:]
    for item in block.items("results", max: maxCountries) {
      guard let country = item.code("iso_3166_1"), certifications[country] == nil else { continue }
      certifications[country] = mediaType == .movie ? releaseCertificate(item) : item.text("rating", max: 40)
    }
    return certifications
  }

  /// A country has several releases, and often only one of them has the certificate. The one for cinemas has
  /// priority (the types: https://developer.themoviedb.org/reference/movie-release-dates).
  private static func releaseCertificate(_ json: JSONValue) -> String? {
    let order = [3, 2, 1, 4, 5, 6]
    var best: (rank: Int, value: String)?
    for release in json.items("release_dates", max: 50) {
      guard let value = release.text("certification", max: 40) else { continue }
      let rank = release.count("type").flatMap(order.firstIndex) ?? order.count
      if rank < best?.rank ?? .max { best = (rank, value) }
    }
    return best?.value
  }

  /// `{"results":{"DE":{"link":...,"flatrate":[...],"buy":[...]}}}`, unlike all other blocks by country.
  static func offers(_ json: JSONValue?) -> [String: TitleDetail.Offers]? {
    guard let countries = json?["results"]?.objectValue else { return nil }
    var all: [String: TitleDetail.Offers] = [:]
    for country in countries.prefix(maxCountries) where country.name.utf8.count == 2 {
      let offers = offerKinds.flatMap { kind in
        country.value.items(kind, max: 200).compactMap { item in
          item.id("provider_id").flatMap { id in
            item.text("provider_name", max: 80).map { name in
              (
                item.count("display_priority") ?? .max,
                TitleDetail.Offer(
                  kind: kind, providerID: id, provider: name, logoPath: item.imagePath("logo_path"))
              )
            }
          }
        }.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
      }
      let link = country.value.link("link")
      guard !offers.isEmpty || link != nil else { continue }
      all[country.name] = TitleDetail.Offers(
        country: country.name, link: link, offers: Array(offers.prefix(maxOffers)))
    }
    return all
  }
}
