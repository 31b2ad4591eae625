import JSONRPC
import MovieProtocol
import TitleIndex

/// Lines of the catalogue's table, with all of its columns; `CatalogueCells` reads them.
struct CatalogueLinesWriter {
  /// A million titles have 100 MB.
  private static let maxBytes = 1 << 30

  private var text: [UInt8] = []
  private(set) var count = 0
  private var bytesTaken = 0

  /// The lines since the last call.
  mutating func take() -> [UInt8] {
    defer { text.removeAll(keepingCapacity: true) }
    bytesTaken += text.count
    return text
  }

  mutating func append(_ title: CatalogueTitle) throws(CatalogueError) {
    guard bytesTaken + text.count < Self.maxBytes else {
      throw CatalogueError(.format, "the facts of all titles together have more than a gibibyte")
    }
    let hasTheirVotes = title.imdbFacts.contains(.votes)
    for column in TableColumn.allCases {
      if column != TableColumn.allCases.first { text.append(UInt8(ascii: "\t")) }
      switch column {
      case .mediaType: add(title.mediaType.rawValue)
      case .id: add("\(title.id)")
      case .title: add(title.title)
      case .originalTitle: add(title.originalTitle)
      case .originalLanguage: add(title.originalLanguage)
      case .releaseDate: add(title.releaseDate ?? title.year.map { $0.padded(to: 4) })
      case .runtime: add(title.runtime.map { "\($0)" })
      case .genreIDs: add(title.genreIDs.map { "\($0)" })
      case .director: add(title.director)
      case .cast: add(title.cast)
      case .voteAverage: add(hasTheirVotes ? nil : title.voteAverage.map { Self.decimal($0) })
      case .voteCount: add(hasTheirVotes ? "0" : "\(title.voteCount)")
      case .popularity: add(title.popularity.map { Self.decimal($0) })
      case .posterPath: add(title.posterPath)
      case .backdropPath: add(title.backdropPath)
      case .collection: add(title.collection)
      case .keywords: add(title.keywords)
      case .countries: add(title.countries)
      case .networks: add(title.networks)
      case .aliases: add(title.aliases)
      case .imdbFacts: add(title.imdbFacts.isEmpty ? nil : "\(title.imdbFacts.rawValue)")
      case .imdbAverage: add(hasTheirVotes ? title.voteAverage.map { Self.decimal($0) } : nil)
      case .imdbVotes: add(hasTheirVotes ? "\(title.voteCount)" : nil)
      }
    }
    text.append(UInt8(ascii: "\n"))
    count += 1
  }

  private mutating func add(_ cell: String?) { if let cell { text += cell.utf8 } }

  private mutating func add(_ items: [String]) {
    add(items.map(ImportedTable.item).joined(separator: "|"))
  }

  /// Without an exponent, which the reader of the table does not know: thousandths.
  private static func decimal(_ value: Double) -> String {
    let thousandths = Int(exactly: (min(max(value, 0), 1e12) * 1000).rounded()) ?? 0
    return "\(thousandths / 1000).\((thousandths % 1000).padded(to: 3))"
  }
}
