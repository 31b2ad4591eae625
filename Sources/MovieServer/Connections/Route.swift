import EventLoop
import JSONRPC
import MovieProtocol

/// A method with the function that answers it. A class, because every request passes it on.
final class Route: Sendable {
  /// Place in the table: the method's name inside the daemon.
  let index: Int
  let method: Method
  let handler: Handler

  typealias Immediate = @LoopActor @Sendable (Call) throws(RPCError) -> Outcome
  typealias Waiting = @LoopActor @Sendable (Call) async throws -> Outcome

  enum Handler: Sendable {
    /// Needs no waiting: answered in the read callback.
    case immediate(Immediate)
    /// Answered by a task of its own.
    case waiting(Waiting)
    /// Answered in the read callback where the first says something, else by a task with the second.
    case immediateOrWaiting(@LoopActor @Sendable (Call) throws(RPCError) -> Outcome?, Waiting)
  }

  /// Its results may lie in ``ResultCache``.
  let isCacheable: Bool
  /// It changes something: once begun it is done, whatever becomes of who asked.
  let isChange: Bool
  let order: Order

  /// When a request is answered that has to wait, beside others of its connection.
  enum Order: Sendable {
    /// At once, in the profile the connection was in when it came.
    case atOnce
    /// After the changes that were sent before it, in the profile they leave the connection in.
    case afterChanges
    /// The same, and changes that are sent later wait for it.
    case inTurn
  }

  /// In a batch, no event may go out before the batch's reply: one of what it subscribes to or changes.
  var holdsEvents: Bool { isChange || method === Method.subscribe || method === Method.shutdown }

  init(index: Int, _ handling: MethodHandler) {
    self.index = index
    method = handling.method
    handler = handling.handler
    isCacheable = handling.isCacheable
    isChange = handling.isChange
    order = handling.order
  }
}

/// Who answers a method.
struct MethodHandler: Sendable {
  let method: Method
  let handler: Route.Handler
  let isCacheable: Bool
  let isChange: Bool
  let order: Route.Order

  /// - Parameter order: nil: changes are made in turn, all else at once.
  init(
    _ method: Method, _ handler: Route.Handler, isCacheable: Bool = false, isChange: Bool = false,
    order: Route.Order? = nil
  ) {
    self.method = method
    self.handler = handler
    self.isCacheable = isCacheable
    self.isChange = isChange
    self.order = order ?? (isChange ? .inTurn : .atOnce)
  }
}

/// What a handler is given.
@LoopActor
struct Call {
  let session: Session
  let route: Route
  let arguments: Arguments
  /// The parameters as they were sent; [] where there are none.
  let sent: [UInt8]
  /// Nil for what is answered at once.
  let request: Request?
  /// Whatever the connection chooses meanwhile. It may be gone by now: see ``profile``.
  let chosen: Profile

  /// - Parameter profile: the one it is answered in.
  init(
    _ session: Session, _ route: Route, _ arguments: Arguments, sent: [UInt8], _ request: Request? = nil,
    in profile: Profile
  ) {
    (self.session, self.route, self.arguments, self.sent) = (session, route, arguments, sent)
    (self.request, chosen) = (request, profile)
  }

  var server: Server { session.server }

  /// The one it is answered in, where the connection may be in it.
  var profile: Profile {
    get throws(RPCError) {
      let profile = try presentProfile
      guard session.isAdmitted(to: profile) else {
        throw .needsPIN(
          "\(route.method.name): \(profile.name) has a PIN",
          hint:
            "open it for this login: profiles unlock \(profile.name); or for this connection: hello with pin")
      }
      return profile
    }
  }

  /// The one it is answered in, unless that was deleted meanwhile.
  var presentProfile: Profile {
    get throws(RPCError) {
      let profile = chosen
      guard profile.isGone else { return profile }
      throw RPCError(
        .notFound, "\(route.method.name): the profile \"\(profile.name)\" was deleted",
        hint: "choose another one: profiles.select", details: [JSONMember("what", "profile")])
    }
  }
}
