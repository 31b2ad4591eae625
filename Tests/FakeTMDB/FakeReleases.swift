import Foundation
import JSONRPC

/// The release dates of the invented titles. Those of `HostileTitles` are in cinemas in every country today,
/// the first series has an episode today and the second tomorrow; all others were released long ago, unless a
/// test sets a date.
struct FakeReleases: Sendable {
  var films: [Int: [(country: String, type: Int, date: String)]] = [:]
  var episodes: [Int: String?] = [:]

  /// The countries in which films are released.
  private static let countries = [
    "AT", "BR", "CH", "DE", "ES", "FR", "GB", "IN", "IT", "JP", "PL", "SE", "US",
  ]

  func today(_ offset: Int = 0) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let date = calendar.date(byAdding: .day, value: offset, to: Date()) ?? Date()
    let found = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d-%02d-%02d", found.year ?? 0, found.month ?? 0, found.day ?? 0)
  }

  /// In the shape of `release_dates`; nil: only the old ones.
  func countries(_ entry: FakeCatalogue.Entry, german: String?) -> [JSONValue]? {
    var dates = films[entry.id] ?? []
    if dates.isEmpty, entry.id >= FakeCatalogue.firstHostile {
      dates = Self.countries.map { ($0, 3, today()) }
    }
    guard !dates.isEmpty else { return nil }
    var codes: [String] = []
    for date in dates where !codes.contains(date.country) { codes.append(date.country) }
    return codes.map { code in
      let certificate = code == "US" ? "PG-13" : code == "DE" ? german ?? "" : ""
      return [
        "iso_3166_1": .string(code),
        "release_dates": .array(
          dates.filter { $0.country == code }.map {
            [
              "certification": .string(certificate), "descriptors": [], "iso_639_1": "", "note": "",
              "release_date": .string($0.date + "T00:00:00.000Z"), "type": .integer($0.type),
            ]
          }),
      ]
    }
  }

  func next(_ entry: FakeCatalogue.Entry) -> String? {
    if let set = episodes[entry.id] { return set }
    switch entry.id - FakeCatalogue.firstSeries {
    case 0: return today()
    case 1: return today(1)
    default: return nil
    }
  }

  func last(_ entry: FakeCatalogue.Entry) -> String? {
    guard let next = next(entry) else { return entry.date }
    return next == today() ? today(-7) : today(-6)
  }

  func episode(_ day: String?) -> JSONValue {
    guard let day else { return .null }
    return [
      "id": 1, "name": "Episode", "overview": "", "air_date": .string(day), "episode_number": 3,
      "season_number": 2,
      "show_id": 1, "still_path": .null, "vote_average": 0, "vote_count": 0,
    ]
  }
}
