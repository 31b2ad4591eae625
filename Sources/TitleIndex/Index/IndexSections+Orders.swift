/// The orders that a reader needs besides the rank.
extension IndexSections {
  /// - Parameter records: of all titles, by rank.
  static func idOrder(_ records: some Sequence<TitleRecord>) throws(IndexError) -> [UInt32] {
    // A rank has 24 bits.
    var keys = records.enumerated().map { rank, title in
      UInt64(title.isSeries ? 1 : 0) << 56 | UInt64(title.id) << 24 | UInt64(rank)
    }
    keys.sort()
    let ids = keys.map { UInt32(truncatingIfNeeded: $0 & 0xff_ffff) }
    for (place, (one, other)) in zip(keys, keys.dropFirst()).enumerated() where one >> 24 == other >> 24 {
      let id = other >> 24 & 0xffff_ffff
      throw IndexError("duplicate \(other >> 56 == 0 ? "movie" : "tv") \(id)", line: Int(ids[place + 1]) + 1)
    }
    return ids
  }
}
