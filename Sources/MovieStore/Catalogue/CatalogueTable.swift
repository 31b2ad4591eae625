import GRDB
import MovieProtocol
import TitleIndex

/// Makes the index of the built-in titles and of those that were imported.
enum CatalogueTable {
  private static let builtInColumns = TableColumn.allCases.filter { CatalogueFile.columns.contains($0.name) }

  /// - Throws: `CatalogueError` with `.format`, `IndexError`.
  static func sections(_ source: CatalogueSource?) throws -> IndexSections {
    guard let source else { return IndexSections() }
    let titles = try CatalogueFile(source).header.titles
    let sections = try IndexBuilder.build(source.lines(), columns: builtInColumns)
    guard sections.count == titles else {
      throw CatalogueError(.format, "\(sections.count) titles, but \(titles) in the header")
    }
    return sections
  }

  /// The built-in titles in their order, completed by what was imported, then those that only imports have.
  ///
  /// - Parameter database: of an `ImportStore`.
  /// - Returns: `added`: the number of those of the latter that the last import has brought.
  /// - Throws: also `CancellationError`, `DatabaseError`.
  static func sections(
    _ source: CatalogueSource?, _ database: Database, _ progress: CatalogueProgress
  ) throws -> (sections: IndexSections, added: Int) {
    let hasIMDb = try !IMDbTable.isEmpty(database)
    let file = try source.map { try CatalogueFile($0) }
    let total = (file?.header.titles ?? 0) + (try ImportedTable.count(database))
    var table = CatalogueLinesWriter()
    let index = IndexStream(columns: TableColumn.allCases)
    var known: Set<TitleNumber> = []
    func add(_ title: CatalogueTitle) throws {
      var title = title
      if hasIMDb { try IMDbTable.complete(&title, database) }
      try table.append(title)
      guard table.count.isMultiple(of: 256) else { return }
      try progress.expectRunning()
      progress.didReach(Double(table.count) / Double(max(total, 1)), of: 40...90)
      if table.count.isMultiple(of: 4096) { try index.add(table.take()) }
    }
    while let (title, _) = try file?.next() {
      var title = title
      known.insert(TitleNumber(title))
      try ImportedTable.complete(&title, database)
      try add(title)
    }
    var added = 0
    let rows = try ImportedTable.titlesByRenown(database)
    while let row = try rows.next() {
      let title = try ImportedTable.title(row)
      guard !known.contains(TitleNumber(title)) else { continue }
      if ImportedTable.isAdded(row) { added += 1 }
      try add(title)
    }
    try index.add(table.take())
    let sections = try index.finish {
      progress.didReach($0, of: 90...100)
      try progress.expectRunning()
    }
    return (sections, added)
  }

  private struct TitleNumber: Hashable {
    let id: Int
    let isSeries: Bool
    init(_ title: CatalogueTitle) { (id, isSeries) = (title.id, title.mediaType == .tv) }
  }
}
