import JSONRPC

package enum TrailerMethod: RPCMethod {
  package static let types = Param(
    "types", .choices(Video.Kind.self), default: Video.Kind.usual, "Types of videos to list.")

  package static let method = Method(
    "trailer", "list trailers and other videos of a title",
    description: """
      best is the first of videos, or null. The order is trailer, teaser, the other requested types, \
      preview, search; within each the requested language, English, others; then official ones first, then \
      newest first. The type search is a search page of a video site to open in a browser, for a title \
      whose videos are unknown: without TMDB there is nothing else, but for downloaded videos, which are \
      the first of their type, with the site file and a url that begins with file://. YouTube is searched \
      only if no video is known, by its API if youtube.key is set, else by the program of \
      downloads.command. The program takes some seconds, of which the answer waits 8 at most, and is not \
      asked for a profile with an age limit. What is found is a trailer if its name has the title and \
      neither another year nor the number of another part. If nothing is found, or the program fails, the \
      search page remains. A folder of downloads that does not respond within 5 seconds is \
      `storage_error`.
      """,
    parameters: [.key, types, .titleWords], alternatives: [.key, .titleWords],
    aboutTitles: true,
    result: answer.schema,
    example: ["key": "movie/438631"])

  package static let answer = Shape<
    (key: TitleKey, title: String, videos: [Video], match: BestMatch?)
  >("Trailer") {
    Member("key", \.key, "Names the title everywhere.")
    Member("title", \.title, "Its title.")
    Member("best", "The first of videos; null: there is none.") { $0.videos.first }
    Member("videos", \.videos, "Best first.")
    Member("match", \.match, BestMatch.about)
    Member.meta
  }
}

/// The parameters of `trailer`.
package struct TrailerParams: Sendable, Equatable {
  package var key: TitleKey
  package var types: [Video.Kind]
  /// `de` or `de-DE`
  package var language: String

  package init(key: TitleKey, types: [Video.Kind], language: String) {
    (self.key, self.types, self.language) = (key, types, language)
  }

  /// - Parameter arguments: with the settings filled in.
  package init(_ key: TitleKey, _ arguments: Arguments) {
    self.init(key: key, types: arguments[TrailerMethod.types], language: arguments[.language])
  }
}
