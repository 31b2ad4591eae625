import JSONRPC

/// Requests that may need a PIN, including the choice of a profile.
extension Caller {
  /// Asks the user for the PIN, with the reason; nil: there is no user to ask.
  package typealias AskForPIN = (_ reason: String) throws(Failure) -> String?

  /// Connects, starts the daemon if that is allowed, and moves to the profile of `options`.
  ///
  /// - Parameter deadline: restarts after the user has typed a PIN.
  package static func connected(
    _ options: ConnectionOptions, _ deadline: inout Deadline, pin: AskForPIN = PINInput.current
  ) throws(Failure) -> Caller {
    let first = deadline
    var caller = Caller(try Daemon.connect(options, first)) { () throws(Failure) in
      try Daemon.connect(options, first)
    }
    try caller.choose(options.profile, &deadline, pin: pin)
    caller.person = PINInput.ofPerson
    return caller
  }

  /// Moves the connection to a profile; nil: it keeps its initial one.
  package mutating func choose(
    _ profile: String?, _ deadline: inout Deadline, pin: AskForPIN = PINInput.current
  ) throws(Failure) {
    guard let profile else { return }
    var hello = MethodParams("hello")
    hello.add("profile", profile)
    _ = try result(hello, &deadline, pin: pin)
  }

  /// Prompts once for the PIN of the connection's profile.
  ///
  /// - Parameter error: the daemon's error.
  /// - Returns: false: no PIN is needed, or there is no user to ask.
  mutating func showPIN(for error: [UInt8], _ deadline: Deadline) throws(Failure) -> Bool {
    guard ErrorReply.needsPIN(error), let person else { return false }
    self.person = nil
    guard let pin = try person(Failure(errorReply: error).message) else { return false }
    var hello = MethodParams("hello")
    hello.add("pin", json: .string(pin))
    _ = try result(hello.method, params: try hello.json(), Deadline(deadline.limit))
    return true
  }

  /// The result, after prompting for a PIN if the daemon needs one.
  ///
  /// The first attempt has none: only the daemon knows whether one is needed, and whose. After a wrong one
  /// there is no second prompt, since wrong ones make the daemon slower.
  package mutating func result(
    _ params: MethodParams, _ deadline: inout Deadline, pin: AskForPIN = PINInput.current
  ) throws(Failure) -> [UInt8] {
    switch try call(params.method, params: try params.json(), deadline).answer {
    case .result(let bytes): return bytes
    case .error(let error):
      var failure = Failure(errorReply: error)
      guard ErrorReply.needsPIN(error) else { throw failure }
      guard let pin = try pin(failure.message) else {
        failure.hint = PINInput.hint
        throw failure
      }
      // Typing may take longer than the daemon's time limit.
      deadline = Deadline(deadline.limit)
      var params = params
      params.add("pin", json: .string(pin))
      return try result(params.method, params: try params.json(), deadline)
    }
  }
}
