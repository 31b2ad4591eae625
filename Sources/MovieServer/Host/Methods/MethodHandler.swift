import EventLoop
import JSONRPC
import MovieProtocol

/// A method with the function that answers it. A class, because every request passes it on.
final class MethodHandler: Sendable {
  /// Index in the table: the method's name inside the daemon.
  let index: Int
  let method: Method
  let body: Body

  typealias Immediate = @LoopActor @Sendable (Call) throws(RPCError) -> Response
  typealias Waiting = @LoopActor @Sendable (Call) async throws -> Response

  enum Body: Sendable {
    /// Needs no waiting: answered in the read callback.
    case immediate(Immediate)
    /// Answered by a task of its own.
    case waiting(Waiting)
    /// Answered in the read callback if the first handler returns a result, else by a task with the second.
    case immediateOrWaiting(@LoopActor @Sendable (Call) throws(RPCError) -> Response?, Waiting)
  }

  /// Its results may be in ``ResultCache``.
  let isCacheable: Bool
  /// It changes something: once begun it is completed, even if its client is gone.
  let isChange: Bool
  /// It is carried out even for a client that is gone.
  let hasEffect: Bool
  let role: Role
  let order: Order

  /// What a connection has to know of it before it is answered.
  enum Role: Sendable {
    case other
    /// It has the connection follow topics.
    case follows
    /// It ends another request, so it waits for no place among those in flight.
    case cancels
  }

  /// When a request that has to wait is run, relative to others of its connection.
  enum Order: Sendable {
    /// At once, in the profile the connection had when it arrived.
    case atOnce
    /// After the changes sent before it, in the profile that the connection has after them.
    case afterChanges
    /// The same, and changes sent later wait for it.
    case inTurn
  }

  /// In a batch, no event of a topic that it subscribes to or changes may go out before the batch's reply.
  var holdsEvents: Bool { hasEffect || role == .follows }

  /// - Parameters:
  ///   - hasEffect: nil: as `isChange`.
  ///   - order: nil: changes run in turn, everything else at once.
  init(
    _ type: any RPCMethod.Type, _ body: Body, isCacheable: Bool = false, isChange: Bool = false,
    hasEffect: Bool? = nil, role: Role = .other, order: Order? = nil
  ) {
    let method = type.method
    self.method = method
    // A method that is missing in the table is found by ``Router``.
    index = MethodTable.all.firstIndex { $0 === method } ?? MethodTable.all.count
    self.body = body
    self.isCacheable = isCacheable
    self.isChange = isChange
    self.hasEffect = hasEffect ?? isChange
    self.role = role
    self.order = order ?? (isChange ? .inTurn : .atOnce)
  }
}

/// The input of a handler.
@LoopActor
struct Call {
  let session: Session
  let handler: MethodHandler
  let arguments: Arguments
  /// The parameters as they were sent; [] if there are none.
  let sent: [UInt8]
  /// Nil for a request that is answered at once.
  let request: Request?
  /// Independent of what the connection selects meanwhile. The profile may be deleted by now: see
  /// ``profile``.
  let chosen: Profile

  /// - Parameter profile: the profile it is answered in.
  init(
    _ session: Session, _ handler: MethodHandler, _ arguments: Arguments, sent: [UInt8],
    _ request: Request? = nil,
    in profile: Profile
  ) {
    (self.session, self.handler, self.arguments, self.sent) = (session, handler, arguments, sent)
    (self.request, chosen) = (request, profile)
  }

  var server: Server { session.server }

  /// Makes a change of the library, which goes on if a disk that hangs makes it late.
  func change<Answer: Sendable>(_ work: @LoopActor () async throws -> Answer) async throws -> Answer {
    try await server.profiles.library.change(work) { [request] in request?.isLate() }
  }

  /// The same for a change that waits for more than the library; each of its steps is a change.
  func longChange<Answer: Sendable>(_ work: @LoopActor () async throws -> Answer) async throws -> Answer {
    try await server.profiles.library.longChange(work) { [request] in request?.isLate() }
  }

  /// As the client sent it: parameters left to the settings have no value yet, see ``TitleRequest``.
  subscript<Value>(parameter: Param<Value>) -> Value { arguments[parameter] }

  /// The profile it is answered in, if the connection may use it.
  var profile: Profile {
    get throws(RPCError) {
      let profile = try presentProfile
      guard session.isAdmitted(to: profile) else {
        throw .needsPIN(.profileHasPIN(profile.name), .unlock(profile.name))
      }
      return profile
    }
  }

  /// The profile it is answered in, unless that was deleted meanwhile.
  var presentProfile: Profile {
    get throws(RPCError) {
      let profile = chosen
      guard profile.isGone else { return profile }
      throw RPCError(
        .notFound, .profileRemoved(profile.name), .seeProfiles, details: ["resource": "profile"])
    }
  }
}
