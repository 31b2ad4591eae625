/// Starts tasks on the loop. Nothing else in the project uses `Task(`.
package enum LoopTask {
  /// Starts a task on the loop, from any thread. The body begins in a later job, never inside this call.
  ///
  /// An unstructured `Task {}` does not inherit the executor preference (SE-0417), and without it every
  /// resume makes a detour through a thread of the global pool.
  ///
  /// - Parameter priority: below `medium` the task runs after all others, here and on the threads of the
  ///   databases; nil: the priority of the caller.
  @discardableResult
  package static func start<T: Sendable>(
    priority: TaskPriority? = nil, _ body: @escaping @LoopActor () async -> T
  ) -> Task<T, Never> {
    Task(executorPreference: LoopExecutor.shared, priority: priority, operation: body)
  }
}
