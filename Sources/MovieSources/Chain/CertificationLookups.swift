import EventLoop
import MovieProtocol

/// Looks up certificates in the background, one after another: requests that a client waits for come first.
@LoopActor
final class CertificationLookups {
  /// The maximum queue length; the next request adds the titles that it still needs.
  static let maxWaiting = 64

  private let lookUp: @LoopActor (TitleKey, FetchOptions) async throws -> Void
  private var waiting: [(key: TitleKey, options: FetchOptions)] = []
  private var task: Task<Void, Never>?

  /// - Parameter lookUp: its result is cached, and not used here.
  init(_ lookUp: @escaping @LoopActor (TitleKey, FetchOptions) async throws -> Void) { self.lookUp = lookUp }

  func add(_ keys: [TitleKey], _ options: FetchOptions) {
    var own = options
    (own.priority, own.client, own.deadline, own.isCacheOnly) = (.prefetch, 0, nil, false)
    for key in keys where waiting.count < Self.maxWaiting && !waiting.contains(where: { $0.key == key }) {
      waiting.append((key, own))
    }
    guard task == nil, !waiting.isEmpty else { return }
    task = LoopTask.start { await self.run() }
  }

  private func run() async {
    while !waiting.isEmpty {
      let (key, options) = waiting.removeFirst()
      do {
        try await lookUp(key, options)
      } catch {
        // Upstream does not respond, or the daemon exits: the next request tries again.
        waiting = []
      }
    }
    task = nil
  }
}
