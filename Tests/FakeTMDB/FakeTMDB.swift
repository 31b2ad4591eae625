import Foundation
import Synchronization

/// TMDB with its pictures, iTunes and YouTube for tests, over real HTTP on this machine: invented titles,
/// TMDB's shapes, and faults that can be switched on and off while it runs. Every connection has its own
/// thread.
package final class FakeTMDB: Sendable {
  /// A request as received.
  package struct Request: Sendable {
    package let method: String
    /// `/3/search/movie?query=dune`
    package let target: String
    /// Names in lowercase.
    package let headers: [String: String]
    /// Seconds on a monotonic clock.
    package let at: Double
  }

  struct State: Sendable {
    var faults: [(fault: FakeFault, chance: Double)] = []
    var imageFault: FakeFault?
    var key: String?
    var previews = "https://example.org"
    var maxAge = 3600
    var maxPerSecond: Int?
    /// When the requests of the last second came.
    var recent: [Double] = []
    var refused: [Request] = []
    var releases = FakeReleases()
    var account = FakeAccount()
    var requests: [Request] = []
    var underWay = 0
    var maxAtOnce = 0
    var listener: CInt?
    /// Holds the port while the server does not listen: another server on it would be mistaken for this one.
    var closed: CInt?
    var connections: Set<CInt> = []
  }

  /// Further requests are answered but not recorded.
  private static let maxRemembered = 200_000

  package let port: UInt16
  let state = Mutex(State())

  /// - Parameter port: 0: any free port.
  package init(port: UInt16 = 0) throws {
    let (listener, port) = try Self.bind(port)
    self.port = port
    try serve(listener)
  }

  deinit {
    stop()
    state.withLock { state in
      if let closed = state.closed { close(closed) }
    }
  }

  package var address: String { "http://127.0.0.1:\(port)" }

  /// The lines that `config.toml` needs.
  package var configuration: [String] {
    [
      "tmdb.base_url = \"\(address)/3\"", "tmdb.image_base_url = \"\(address)/t/p\"",
      "itunes.base_url = \"\(address)\"",
      "youtube.base_url = \"\(address)/youtube/v3\"",
    ]
  }

  /// A v3 key that has the shape of a valid one.
  package static let key = "0123456789abcdef0123456789abcdef"

  /// Each with its probability, 0 to 1; the first that occurs is used. [] for none.
  package func set(faults: [(FakeFault, Double)]) {
    state.withLock { $0.faults = faults.map { (fault: $0.0, chance: $0.1) } }
  }

  package func set(fault: FakeFault?) { set(faults: fault.map { [($0, 1)] } ?? []) }

  /// For pictures only; nil: the same as for everything else.
  package func set(imageFault: FakeFault?) { state.withLock { $0.imageFault = imageFault } }

  /// The only valid key; nil: any key is valid.
  package func set(key: String?) { state.withLock { $0.key = key } }

  /// In any second; more are answered with 429. Nil: any number.
  package func set(maxPerSecond: Int?) { state.withLock { $0.maxPerSecond = maxPerSecond } }

  /// The address of iTunes' previews: `PREVIEWS/900001.m4v`
  package func set(previews: String) { state.withLock { $0.previews = previews } }

  /// Seconds for `Cache-Control`.
  package func set(maxAge: Int) { state.withLock { $0.maxAge = maxAge } }

  /// Sets the film's release date in a country, by TMDB's release type: 3 is in cinemas, 4 digital, 5 on
  /// disc.
  package func set(release: String, _ type: Int, in country: String, ofFilm id: Int) {
    state.withLock { $0.releases.films[id, default: []].append((country, type, release)) }
  }

  /// Sets the air date of the series' next episode; nil: there is none.
  package func set(episode: String?, ofSeries id: Int) {
    state.withLock { $0.releases.episodes[id] = .some(episode) }
  }

  /// Requests that were answered with 429 because of `set(maxPerSecond:)`.
  package var refused: [Request] { state.withLock { $0.refused } }

  /// Counts it, unless it is one too many.
  func refuses(_ request: Request) -> Bool {
    state.withLock { state in
      guard let most = state.maxPerSecond else { return false }
      state.recent.removeAll { $0 <= request.at - 1 }
      guard state.recent.count >= most else {
        state.recent.append(request.at)
        return false
      }
      state.refused.append(request)
      return true
    }
  }

  /// The account of the only person.
  package var account: FakeAccount {
    get { state.withLock { $0.account } }
    set { state.withLock { $0.account = newValue } }
  }

  /// Changes it at once.
  package func change(_ change: (inout FakeAccount) -> Void) { state.withLock { change(&$0.account) } }

  package var requests: [Request] { state.withLock { $0.requests } }
  package var maxAtOnce: Int { state.withLock { $0.maxAtOnce } }

  package func count(_ beginning: String = "/") -> Int {
    requests.count { $0.target.hasPrefix(beginning) }
  }

  package func forget() {
    state.withLock {
      $0.requests = []
      $0.maxAtOnce = 0
    }
  }

  /// Stops the server and closes all its connections.
  package func stop() {
    state.withLock { state in
      if let listener = state.listener {
        shutdown(listener, CInt(SHUT_RDWR))
        close(listener)
        state.closed = try? Self.bind(port).descriptor
      }
      state.listener = nil
      for connection in state.connections { shutdown(connection, CInt(SHUT_RDWR)) }
    }
  }

  /// Starts it again, on the same port.
  package func restart() throws {
    let closed = state.withLock { state in
      defer { state.closed = nil }
      return state.closed
    }
    try serve(closed ?? Self.bind(port).descriptor)
  }

  private func serve(_ listener: CInt) throws {
    guard listen(listener, 1024) == 0 else { throw Self.failure }
    state.withLock { $0.listener = listener }
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          if errno == EINTR || errno == ECONNABORTED { continue }
          return
        }
        guard let self else {
          close(connection)
          return
        }
        let isOpen = self.state.withLock { state in
          guard state.listener == listener else { return false }
          state.connections.insert(connection)
          return true
        }
        guard isOpen else {
          close(connection)
          return
        }
        Thread.detachNewThread { FakeConnection(connection, self).run() }
      }
    }
  }

  func remember(_ request: Request) {
    state.withLock { state in
      if state.requests.count < Self.maxRemembered { state.requests.append(request) }
      state.underWay += 1
      state.maxAtOnce = max(state.maxAtOnce, state.underWay)
    }
  }

  private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  private static func bind(_ port: UInt16) throws -> (descriptor: CInt, port: UInt16) {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var on: CInt = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.bind(listener, address, length) == 0 && getsockname(listener, address, &length) == 0
      }
    }
    guard status else {
      defer { close(listener) }
      throw Self.failure
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }
}
