import JSONRPC
import MovieProtocol
import MovieStore

/// The results for some pending titles. A value without I/O.
struct PendingAnswer {
  private(set) var matches: ImportMatches
  /// The identities of those that were matched.
  private(set) var settled: [String] = []
  /// The others, with their updated reasons.
  private(set) var rest: [PendingTitle] = []
  /// How many of those could again not be queried.
  private(set) var notQueried = 0

  init(_ rows: [PendingTitle], _ found: [TitleMatcher.Match], now: Timestamp) {
    matches = ImportMatches(now: now)
    for (row, match) in zip(rows, found) {
      switch match {
      case .known(let key): add(row, key, nil)
      case .found(let stored): add(row, stored.title.key, stored)
      case .none(let kind, let message): keep(row, kind, message)
      case .ambiguous(let keys, let count):
        keep(row, .ambiguous, Unmatched.message(ambiguous: keys, of: count))
      case .notQueried(let obstacle):
        notQueried += 1
        keep(row, .unavailable, obstacle.message)
      }
    }
  }

  private mutating func add(_ row: PendingTitle, _ key: TitleKey, _ found: StoredTitle?) {
    matches.add(ImportRow(row), key, found, origin: LibraryImport.Origin(row))
    settled.append(row.identity)
  }

  private mutating func keep(_ row: PendingTitle, _ kind: Unmatched.Kind, _ message: Message) {
    var row = row
    row.kind = kind.rawValue
    row.message = Unmatched.shortened(message)
    rest.append(row)
  }
}
