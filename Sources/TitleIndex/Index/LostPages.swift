import Glibc
import Synchronization

/// Another program may cut a file that is mapped here: to read its lost pages would end the process (mmap(2), SIGBUS). They
/// are read as zeros instead, which a reader of a damaged file copes with.
enum LostPages {
  /// A file that is watched.
  private struct Place {
    /// 0: it is free.
    var start: UInt = 0
    var end: UInt = 0
    var isCut = false
  }

  /// At one time; files beyond are not watched. A daemon has three at most, the tests of a process many.
  private static let most = 1024
  nonisolated(unsafe) private static let places: UnsafeMutableBufferPointer<Place> = {
    let places = UnsafeMutableBufferPointer<Place>.allocate(capacity: most)
    places.initialize(repeating: Place())
    return places
  }()
  private static let hasHandler = Mutex(false)

  /// - Returns: its place; nil: there are too many.
  static func watch(_ bytes: UnsafeRawBufferPointer) -> Int? {
    hasHandler.withLock { hasHandler in
      guard let free = places.firstIndex(where: { $0.start == 0 }) else { return nil }
      let start = UInt(bitPattern: bytes.baseAddress)
      places[free] = Place(start: start, end: start + UInt(bytes.count))
      // What it uses is made before.
      if !hasHandler { install() }
      hasHandler = true
      return free
    }
  }

  /// Before the memory is given back.
  static func forget(_ place: Int) { hasHandler.withLock { _ in places[place] = Place() } }

  static func isCut(_ place: Int) -> Bool { places[place].isCut }

  private static func install() {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO
    action.__sigaction_handler.sa_sigaction = { number, info, _ in
      let address = UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr)
      // Without a handler it happens again, and ends the process.
      if !LostPages.replace(address) { signal(number, SIG_DFL) }
    }
    sigaction(SIGBUS, &action, nil)
  }

  /// In the handler: no memory is allocated, nothing waits.
  private static func replace(_ address: UInt) -> Bool {
    for place in 0..<most where places[place].start != 0 {
      guard places[place].start <= address, address < places[place].end else { continue }
      let page = UInt(getpagesize())
      let start = UnsafeMutableRawPointer(bitPattern: address / page * page)
      places[place].isCut = true
      return mmap(start, Int(page), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED
    }
    return false
  }
}
