import JSONRPC
import MovieProtocol

/// How the file of each service is read.
extension ImportFormat {
  /// - Parameters:
  ///   - text: the whole file.
  ///   - path: distinguishes files with the same contents; nothing is read from it.
  ///   - isStopped: the plan is no longer needed.
  func plan(
    _ text: Span<UInt8>, path: String, isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(ImportError) -> ImportPlan {
    var plan = ImportPlan()
    plan.isStopped = isStopped
    switch self {
    case .movierpc: try MovierpcRows.read(text, into: &plan)
    case .letterboxd: try LetterboxdRows.read(text, path: path, into: &plan)
    case .imdb: try IMDbRows.read(text, into: &plan)
    case .trakt: try TraktRows.read(text, path: path, into: &plan)
    }
    return plan
  }
}
