import JSONRPC
import MovieProtocol

/// Requests that may need a PIN, including the choice of a profile.
extension RPCClient {
  /// Asks the user for the PIN, with the reason; nil: there is no user to ask.
  package typealias AskForPIN = (_ reason: String) throws(CommandError) -> String?

  /// Connects, starts the daemon if that is allowed, and moves to the profile of `options`.
  package static func connected(
    _ options: ConnectionOptions, pin: AskForPIN = PINInput.current
  ) throws(CommandError) -> RPCClient {
    let deadline = Deadline(options.timeout)
    var caller = RPCClient(try DaemonConnector.connect(options, deadline), deadline) {
      () throws(CommandError) in
      try DaemonConnector.connect(options, deadline)
    }
    caller.onDelay = { explainDelay(options, $0) }
    try caller.choose(options.profile, pin: pin)
    caller.person = PINInput.ofPerson
    return caller
  }

  /// Moves the connection to a profile; nil: it keeps its initial one.
  package mutating func choose(
    _ profile: String?, pin: AskForPIN = PINInput.current
  ) throws(CommandError) {
    guard let profile else { return }
    var hello = MethodParams("hello")
    hello.add("profile", profile)
    _ = try result(hello, pin: pin)
  }

  /// Prompts once for the PIN of the connection's profile.
  ///
  /// - Parameter params: of the request.
  /// - Returns: false: no PIN is needed, or there is no user to ask.
  mutating func showPIN(for error: ErrorReply, of params: MethodParams) throws(CommandError) -> Bool {
    guard error.needsPIN, let person else { return false }
    self.person = nil
    guard let pin = try person(error.failure(of: params).message) else { return false }
    var hello = MethodParams("hello")
    hello.add("pin", json: .string(pin))
    // Typing may take longer than the limit of time.
    restartDeadline()
    _ = try result(hello)
    restartDeadline()
    return true
  }

  /// The result of a change that a profile with an age limit makes only with the PIN of `default`: prompts
  /// for it, and moves the connection to that profile.
  package mutating func resultOfHousehold(_ params: MethodParams) throws(CommandError) -> [UInt8] {
    switch try answer(to: params) {
    case .result(let bytes): return bytes
    case .error(let error):
      let failure = error.failure(of: params)
      guard error.needs == "age" else { throw failure }
      try choose("default") { (_: String) throws(CommandError) in try PINInput.current(failure.message) }
      restartDeadline()
      return try result(params)
    }
  }

  /// Whether the daemon needs the PIN of a profile for a change of it. With the PIN of `default` it needs no
  /// other.
  package mutating func needsPIN(toChange name: String) throws(CommandError) -> Bool {
    let profiles = JSONView(try json("profiles"), ProfileSummary.list).rows()
    let hasShown = profiles.contains { $0.name == "default" && $0.hasPIN == true && $0.isLocked == false }
    return profiles.contains {
      $0.name?.lowercased() == name.lowercased() && $0.isLocked == true && !hasShown
    }
  }

  /// The result, after prompting for a PIN if the daemon needs one.
  ///
  /// The first attempt has none: only the daemon knows whether one is needed, and whose. After a wrong one
  /// there is no second prompt, since wrong ones make the daemon slower.
  package mutating func result(
    _ params: MethodParams, pin: AskForPIN
  ) throws(CommandError) -> [UInt8] {
    switch try answer(to: params) {
    case .result(let bytes): return bytes
    case .error(let error):
      var failure = error.failure(of: params)
      if let wait = error.waitForPIN {
        failure.hint = localized(
          "PINs were wrong too often: wait \(Quantity.milliseconds(wait)), then try again")
      }
      guard error.needsPIN else { throw failure }
      guard let pin = try pin(failure.message) else {
        failure.hint = PINInput.hint
        throw failure
      }
      // Typing may take longer than the limit of time.
      restartDeadline()
      var params = params
      params.add("pin", json: .string(pin))
      return try result(params)
    }
  }
}
