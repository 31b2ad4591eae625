extension Meta {
  /// For an answer made of two, with the source of this one: as old as the older, as stale as the staler.
  package func joined(_ other: Meta) -> Meta {
    var joined = self
    joined.cache = Cache.worst(cache, other.cache)
    joined.fetchedAt = Self.earliest(fetchedAt, other.fetchedAt)
    joined.freshUntil = Self.earliest(freshUntil, other.freshUntil)
    joined.reason = isOffline ? reason : other.reason ?? reason
    joined.asOf = asOf ?? other.asOf
    joined.corrected = corrected ?? other.corrected
    joined.hidden = hidden + other.hidden
    joined.attribution += other.attribution.filter { !attribution.contains($0) }
    return joined
  }

  private static func earliest(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

extension Meta.Cache {
  private var rank: Int {
    switch self {
    case .none: 0
    case .hit: 1
    case .coalesced: 2
    case .miss: 3
    case .stale: 4
    }
  }

  fileprivate static func worst(_ one: Self, _ other: Self) -> Self { one.rank >= other.rank ? one : other }
}
