import JSONRPC

/// Whose file it is.
enum ImportFormat: String, Sendable, CaseIterable {
  case movierpc, letterboxd, imdb, trakt

  /// - Parameters:
  ///   - text: the whole file.
  ///   - path: tells files apart that are the same inside; nothing is read there.
  ///   - isStopped: nobody wants the plan any more.
  func plan(
    _ text: Span<UInt8>, path: String, isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(ImportFault) -> ImportPlan {
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
