import JSONRPC
import MovieProtocol

/// How the file of each service is read.
extension ImportFormat {
  /// - Parameters:
  ///   - text: the whole file, or an archive.
  ///   - path: distinguishes files with the same contents; nothing is read from it.
  ///   - latest: what is later is still to come.
  ///   - isStopped: the plan is no longer needed.
  func plan(
    _ text: Span<UInt8>, path: String, latest: Timestamp? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(ImportError) -> ImportPlan {
    var plan = ImportPlan()
    (plan.latest, plan.isStopped) = (latest, isStopped)
    if try ArchiveRows.read(text, self, into: &plan) { return plan }
    switch self {
    case .movierpc: try MovierpcRows.read(text, into: &plan)
    case .letterboxd: try LetterboxdRows.read(text, path: path, into: &plan)
    case .imdb: try IMDbRows.read(text, into: &plan)
    case .trakt:
      var rows = TraktRows()
      try rows.read(text, path: path, into: &plan)
      rows.finish(&plan)
    }
    return plan
  }
}
