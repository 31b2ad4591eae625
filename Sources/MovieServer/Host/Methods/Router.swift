import EventLoop
import JSONRPC
import MovieProtocol

/// Finds the method of a request by the bytes of its name.
///
/// Each group of methods lists its handlers in its own file; a method without a handler, or with two, ends the
/// daemon at its start, which a test checks.
@LoopActor
struct Router {
  private static let groups: [[MethodHandler]] = [
    BrowseHandler.handlers, HomeHandler.handlers, SearchHandler.handlers, SuggestHandler.handlers,
    DetailHandlers.handlers, PeopleHandlers.handlers, SeasonHandler.handlers, CollectionHandler.handlers,
    RelatedHandlers.handlers, FindHandler.handlers, ImageHandler.handlers, LookupHandlers.handlers,
    LibraryHandlers.handlers,
    SearchesHandlers.handlers, DownloadHandlers.handlers,
    ImportExportHandlers.handlers, SyncHandlers.handlers, AccountHandlers.handlers,
    CatalogueHandlers.handlers,
    ReleasesHandler.handlers,
    PlayerHandlers.handlers, SettingsHandlers.handlers, ProfileHandlers.handlers, TopicHandlers.handlers,
    ConnectionHandlers.handlers, ServiceHandlers.handlers,
  ]

  let handlers: [MethodHandler]
  /// By length first: most wrong names are rejected without comparing their letters.
  private let byLength: [[(name: [UInt8], index: Int)]]

  init() {
    let handled = Self.groups.flatMap(\.self).sorted { $0.index < $1.index }
    precondition(handled.map(\.index) == Array(MethodTable.all.indices), "each method has one handler")
    handlers = handled
    var byLength = [[(name: [UInt8], index: Int)]](repeating: [], count: 1)
    for (name, index) in handlers.map({ ($0.method.name, $0.index) }) + Self.aliases(of: handlers) {
      let name = Array(name.utf8)
      while byLength.count <= name.count { byLength.append([]) }
      byLength[name.count].append((name, index))
    }
    self.byLength = byLength
  }

  private static func aliases(of handlers: [MethodHandler]) -> [(String, Int)] {
    handlers.flatMap { handler in handler.method.aliases.map { ($0, handler.index) } }
  }

  func find(_ envelope: Envelope, in message: Span<UInt8>) -> Int? {
    // "p\u0069ng" is the same name, written with an escape.
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
