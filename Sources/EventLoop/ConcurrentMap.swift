extension Sequence where Element: Sendable {
  /// The results of `body` for each element, in order; all run concurrently, as child tasks on the loop. The
  /// first error cancels the others, and so does cancelling the task.
  @LoopActor
  package func concurrentMap<Result: Sendable>(
    _ body: @escaping @LoopActor @Sendable (Element) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var count = 0
      for (place, element) in enumerated() {
        group.addTask { (place, try await body(element)) }
        count += 1
      }
      var results = [Result?](repeating: nil, count: count)
      for try await (place, result) in group { results[place] = result }
      return results.compactMap(\.self)
    }
  }
}
