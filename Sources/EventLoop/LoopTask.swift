/// Starts tasks on the loop. No other place in the project writes `Task(`.
package enum LoopTask {
  /// Starts a task on the loop, from any thread. The body begins in a later job, never inside this call.
  ///
  /// An unstructured `Task {}` does not inherit the executor preference (SE-0417), and without it every
  /// resume makes a detour over a thread of the global pool.
  ///
  /// - Parameter priority: below `medium` it comes after all others, here and on the threads of the databases;
  ///   nil: that of who starts it.
  @discardableResult
  package static func start<T: Sendable>(
    priority: TaskPriority? = nil, _ body: @escaping @LoopActor () async -> T
  ) -> Task<T, Never> {
    Task(executorPreference: LoopExecutor.shared, priority: priority, operation: body)
  }
}
