import EventLoop
import JSONRPC
import MovieProtocol

/// Finds the method of a request by the bytes of its name.
///
/// Handlers are written down here, in the order of the table; a method without one, or a handler without a
/// method, ends the daemon at its start, which a test does.
@LoopActor
struct Router {
  private static let handlers: [(name: String, handler: Route.Handler, isKept: Bool)] = [
    ("search", .waiting(SearchMethod.answer), true),
    ("cancel", .immediate(ConnectionMethods.cancel), false),
    ("hello", .immediate(ConnectionMethods.hello), false),
    ("status", .immediate(ServiceMethods.status), false),
    ("clients", .immediate(ServiceMethods.clients), false),
    ("ping", .immediate(ConnectionMethods.ping), false),
    ("shutdown", .immediate(ServiceMethods.shutdown), false),
    ("rpc.discover", .immediate(ServiceMethods.discover), false),
  ]

  let routes: [Route]
  /// By length first: most wrong names are told apart without a look at their letters.
  private let byLength: [[(name: [UInt8], index: Int)]]

  init() {
    let table = MethodTable.all
    precondition(table.map(\.name) == Self.handlers.map(\.name), "the method table and the handlers differ")
    routes = zip(table, Self.handlers).enumerated().map { index, pair in
      Route(index: index, method: pair.0, handler: pair.1.handler, isKept: pair.1.isKept)
    }
    var byLength = [[(name: [UInt8], index: Int)]](repeating: [], count: 1)
    for route in routes {
      let name = Array(route.method.name.utf8)
      while byLength.count <= name.count { byLength.append([]) }
      byLength[name.count].append((name, route.index))
    }
    self.byLength = byLength
  }

  func find(_ envelope: Envelope, in message: Span<UInt8>) -> Int? {
    // "p\u0069ng" is the same name, only longer.
    guard envelope.methodHasEscapes else { return find(message.extracting(envelope.method)) }
    return find(Array(envelope.methodName(in: message).utf8).span)
  }

  private func find(_ name: Span<UInt8>) -> Int? {
    guard name.count < byLength.count else { return nil }
    for entry in byLength[name.count] where Self.isSame(entry.name, name) { return entry.index }
    return nil
  }

  private static func isSame(_ a: [UInt8], _ b: Span<UInt8>) -> Bool {
    for index in a.indices where a[index] != b[index] { return false }
    return true
  }
}
