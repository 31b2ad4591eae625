import EventLoop
import MovieProtocol
import MovieStore

/// A capability of the server: the methods it answers, its topics and its state: see `Features`. It knows the
/// server, and none of the others: what matters to them it tells by ``Server/tell(_:)``, and what it has for
/// them is a protocol of the host, such as ``StoredVideos``.
@LoopActor
protocol Feature: AnyObject {
  var handlers: [MethodHandler] { get }
  /// Called once, before any event: adds the topics that all profiles share.
  func begin(in server: Server)
  /// Called for each event. It may mark topics, and begin work; it does not wait.
  func hear(_ event: ServerEvent, from server: Server)
  /// A topic of one profile that is made when it is first followed; nil: it has none of this name.
  func topic(named name: String) -> TopicSource?
  /// Adds what it is doing to the result of `status`.
  func describe(in status: inout DaemonStatus, of server: Server)
  /// What `doctor` finds of it, for the profile of the call.
  func findings(for call: Call) async -> [DoctorFinding]
  /// When this returns, what it holds back of a profile is in the library, or cannot be written now.
  func flush(_ profile: Profile) async
  /// At the end of the daemon, one feature after the other: returns when the library has all it is to get.
  func end(by deadline: LoopInstant) async
  /// The library is closed meanwhile: returns when nothing of it runs any more.
  func endLast() async
}

extension Feature {
  var handlers: [MethodHandler] { [] }
  func begin(in server: Server) {}
  func hear(_ event: ServerEvent, from server: Server) {}
  func topic(named name: String) -> TopicSource? { nil }
  func describe(in status: inout DaemonStatus, of server: Server) {}
  func findings(for call: Call) async -> [DoctorFinding] { [] }
  func flush(_ profile: Profile) async {}
  func end(by deadline: LoopInstant) async {}
  func endLast() async {}
}

/// A feature without a state of its own.
final class Methods: Feature {
  let handlers: [MethodHandler]

  init(_ handlers: [MethodHandler]) { self.handlers = handlers }
}
