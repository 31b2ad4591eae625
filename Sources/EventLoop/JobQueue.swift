/// Jobs in order of arrival: a plain array and how far it has been run. Belongs to the loop's thread.
struct JobQueue {
  private var jobs: [UnownedJob] = []
  private var head = 0

  /// A burst may have made the array large; above this many jobs its memory is freed once it is empty.
  private static let retainedCapacity = 4096

  var isEmpty: Bool { head == jobs.count }

  mutating func push(_ job: UnownedJob) { jobs.append(job) }

  mutating func pop() -> UnownedJob? {
    guard head < jobs.count else { return nil }
    let job = jobs[head]
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: jobs.capacity <= Self.retainedCapacity)
      head = 0
    } else if head >= Self.retainedCapacity && head * 2 >= jobs.count {
      // A queue that never runs empty must not retain jobs it has already run.
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }
}
