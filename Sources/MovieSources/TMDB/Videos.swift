import MovieProtocol

extension [Video] {
  /// Videos of the requested types, in the contract's order: trailer, teaser, other types in the requested
  /// order, preview, search; within each the wanted language, English, others; official ones first, newest
  /// first.
  ///
  /// - Parameter language: `de` or `de-DE`
  func best(_ types: [Video.Kind], language: String) -> [Video] {
    let wanted = Video.language(of: language)
    let kinds = Self.order(types)
    func rank(_ video: Video) -> Int { video.language == wanted ? 0 : video.language == "en" ? 1 : 2 }
    var seen: Set<String> = []
    let shown = filter { kinds.contains($0.type) && seen.insert($0.url).inserted }
    return shown.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      let places = [a, b].map { video in kinds.firstIndex(of: video.type) ?? kinds.count }
      if places[0] != places[1] { return places[0] < places[1] }
      if rank(a) != rank(b) { return rank(a) < rank(b) }
      if a.isOfficial != b.isOfficial { return a.isOfficial }
      // RFC 3339 in UTC sorts as text.
      if a.publishedAt != b.publishedAt { return (a.publishedAt ?? "") > (b.publishedAt ?? "") }
      return one.offset < other.offset
    }.map(\.element)
  }

  private static func order(_ types: [Video.Kind]) -> [Video.Kind] {
    func place(_ kind: Video.Kind) -> Int {
      switch kind {
      case .trailer: 0
      case .teaser: 1
      case .preview: 3
      case .search: 4
      default: 2
      }
    }
    return types.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
      .map(\.element)
  }
}
