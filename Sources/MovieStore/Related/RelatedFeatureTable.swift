import Foundation
import GRDB

/// The table `feature`: for each feature that more than one title has, how many there are, and the ranks of
/// the best known of them, four bytes each.
enum RelatedFeatureTable {
  /// So a question reads a bounded number of bytes, however large the catalogue is.
  static let maxRanks = 400

  struct Holders {
    let count: Int
    /// Ascending.
    let ranks: [UInt32]
  }

  /// Collects the features of titles, in the order of their ranks: sixteen bytes for each feature of a title.
  struct Builder {
    private var holders: [(feature: Int64, rank: UInt32)] = []

    mutating func add(_ title: CatalogueTitle, rank: Int) {
      guard rank <= RelatedTitles.maxTitles, let rank = UInt32(exactly: rank) else { return }
      for feature in RelatedFeature.all(of: title) { holders.append((feature.id, rank)) }
    }

    /// A feature of a single title relates it to nothing, and is left out.
    mutating func write(_ database: Database) throws {
      holders.sort { ($0.feature, $0.rank) < ($1.feature, $1.rank) }
      let insert = try database.makeStatement(
        sql: "INSERT INTO feature (id, holders, ranks) VALUES (?, ?, ?)")
      var start = 0
      while start < holders.count {
        let feature = holders[start].feature
        var end = start + 1
        while end < holders.count, holders[end].feature == feature { end += 1 }
        if end - start > 1 {
          let ranks = holders[start..<min(end, start + maxRanks)].map(\.rank)
          try insert.execute(arguments: [feature, end - start, Data(integers: ranks)])
        }
        start = end
      }
      holders = []
    }
  }

  /// nil: no other title has the feature.
  static func holders(of feature: RelatedFeature, _ database: Database) throws -> Holders? {
    let statement = try database.cachedStatement(sql: "SELECT holders, ranks FROM feature WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [feature.id]) else { return nil }
    return Holders(
      count: try row.number(at: 0, in: StoredBounds.count),
      ranks: (try row.decode(Data.self, atIndex: 1)).integers())
  }
}
