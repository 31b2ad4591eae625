/// The facts of a title that only IMDb's files have. Their terms allow personal use, and forbid passing them
/// on: they are shown, but not stored in the library, which is exported.
package struct IMDbFacts: OptionSet, Sendable, Hashable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let year = IMDbFacts(rawValue: 1)
  package static let runtime = IMDbFacts(rawValue: 2)
  package static let genres = IMDbFacts(rawValue: 4)
  package static let votes = IMDbFacts(rawValue: 8)
}

extension Title {
  package var withoutIMDbFacts: Title {
    guard !imdbFacts.isEmpty else { return self }
    var title = self
    if imdbFacts.contains(.year) { title.year = nil }
    if imdbFacts.contains(.genres) { title.genres = [] }
    if imdbFacts.contains(.votes) { (title.voteAverage, title.voteCount) = (nil, nil) }
    // A sentence made from them.
    if overviewSource == .movierpc { (title.overview, title.overviewSource) = (nil, nil) }
    title.imdbFacts = []
    return title
  }
}

extension TitleDetail {
  package var withoutIMDbFacts: TitleDetail {
    var detail = self
    if title.imdbFacts.contains(.runtime) { detail.runtime = nil }
    detail.title = title.withoutIMDbFacts
    detail.similar = similar.map(\.withoutIMDbFacts)
    detail.recommendations = recommendations.map(\.withoutIMDbFacts)
    return detail
  }
}
