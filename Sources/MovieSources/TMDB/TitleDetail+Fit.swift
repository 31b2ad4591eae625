import JSONRPC
import MovieProtocol

extension TitleDetail {
  /// The contract's 64 KiB, less `meta` and the reply around it.
  private static let maxBytes = 60 << 10

  /// Drops the least important parts until the detail is small enough. No title of TMDB needs it, as its
  /// texts are cut already; a hostile response might.
  mutating func fit() {
    let steps: [(inout TitleDetail) -> Void] = [
      { detail in
        for index in detail.similar.indices { detail.similar[index].overview = nil }
        for index in detail.recommendations.indices { detail.recommendations[index].overview = nil }
      },
      { detail in
        detail.whereToWatch = detail.whereToWatch?.map { country in
          var country = country
          country.offers = Array(country.offers.prefix(8))
          return country
        }
      },
      { $0.productionCompanies = Array($0.productionCompanies.prefix(4)) },
      { $0.similar = [] },
      { $0.recommendations = [] },
      { $0.whereToWatch = $0.whereToWatch.map { Array($0.prefix(20)) } },
      { $0.seasons = Array($0.seasons.prefix(40)) },
      { $0.videos = Array($0.videos.prefix(5)) },
    ]
    for step in steps {
      guard encodedBytes > Self.maxBytes else { return }
      step(&self)
    }
  }

  private var encodedBytes: Int { encoded().count }
}
