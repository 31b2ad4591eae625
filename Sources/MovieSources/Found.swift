package import MovieProtocol

/// A result, with its origin.
protocol Answered: Sendable {
  var meta: Meta { get set }
}

package struct Found<Value: Sendable>: Answered {
  package var value: Value
  package var meta: Meta

  package init(_ value: Value, meta: Meta) {
    self.value = value
    self.meta = meta
  }
}

/// One page of titles, and the total.
package struct FoundTitles: Answered {
  package var titles: [Title]
  package var total: Int
  /// Upstream has filtered out the titles above the age limit of the request.
  package var isWithinLimit = false
  package var meta: Meta

  package init(titles: [Title], total: Int, meta: Meta) {
    self.titles = titles
    self.total = total
    self.meta = meta
  }
}

package struct FoundDetail: Answered {
  package var detail: TitleDetail
  package var meta: Meta

  package init(detail: TitleDetail, meta: Meta) {
    self.detail = detail
    self.meta = meta
  }
}

/// The videos of a title, best first.
package struct FoundVideos: Answered {
  package var key: TitleKey
  package var title: String
  package var videos: [Video]
  /// The title by which other sources can search for more videos; nil: there is nothing to search for.
  package var about: Title?
  /// A source that may have more could not be reached.
  package var isLacking = false
  package var meta: Meta

  /// Not only a link to a search.
  var hasVideo: Bool { videos.contains { $0.type != .search } }

  package init(key: TitleKey, title: String, videos: [Video], about: Title? = nil, meta: Meta) {
    self.key = key
    self.title = title
    self.videos = videos
    self.about = about
    self.meta = meta
  }
}
