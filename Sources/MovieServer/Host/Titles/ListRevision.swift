import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// Identifies the list that a page of titles belongs to. Each page is a request of its own, and between two
/// of them the catalogue may have to stand in for TMDB: its rows do not continue TMDB's list.
@LoopActor
struct ListRevision {
  private let profile: Profile
  private let catalogue: CatalogueStatus
  private let day: String

  init(_ profile: Profile, _ server: Server) {
    (self.profile, catalogue, day) = (profile, server.titles.catalogue, server.day)
  }

  /// - Parameter list: nil: a search.
  func text(_ list: BrowseList?, _ found: FoundTitles) -> String {
    var parts = [found.meta.source == .tmdb ? "tmdb" : list == .daily ? daily : local]
    if let rule = profile.ageRestriction {
      // Without the filter it is TMDB's own list, from which titles are removed.
      parts.append("\(rule.limit) \(rule.region) \(rule.showsUnknown) \(found.isWithinLimit)")
    }
    switch list {
    case .recommended: parts.append("\(profile.lists.revision) \(found.meta.isOffline)")
    case .downloaded: parts += profile.downloaded.map(\.text)
    default: break
    }
    return Self.text(of: parts)
  }

  private var local: String { "local \(content)" }

  /// It has another order each day.
  private var daily: String { "daily \(day) \(content)" }

  private var content: String {
    "\(catalogue.asOf ?? "")\(catalogue.imports == 0 ? "" : " \(catalogue.imports)")"
  }

  /// Of a list that has these rows, in their order.
  static func text(of rows: [String]) -> String {
    UInt32(truncatingIfNeeded: hash(rows.joined(separator: "\n"))).padded(to: 8, radix: 16)
  }

  /// FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/): the same in each daemon, so that pages match across
  /// its restart.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
