import JSONRPC
import MovieProtocol

/// What a request needs of the person at the terminal: patience, a PIN, the acceptance of terms.
extension RPCClient {
  /// Asks the user for the PIN, with the reason; nil: there is no user to ask.
  package typealias AskForPIN = (_ reason: String) throws(CommandError) -> String?
  /// Shows the user the terms, with the daemon's sentence about them; false: there is no user to ask.
  package typealias AskForLicense = (_ terms: String) throws(CommandError) -> Bool

  /// Connects, starts the daemon if that is allowed, and moves to the profile of `options`.
  package static func connected(
    _ options: ConnectionOptions, pin: @escaping AskForPIN = PINInput.current
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
    _ profile: String?, pin: @escaping AskForPIN = PINInput.current
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

  /// Whether the daemon needs the PIN of a profile for a change of it. With the PIN of `default` it needs no
  /// other.
  package mutating func needsPIN(toChange name: String) throws(CommandError) -> Bool {
    let profiles = JSONView(try json("profiles"), ProfileSummary.list).rows()
    let hasShown = profiles.contains { $0.name == "default" && $0.hasPIN == true && $0.isLocked == false }
    return profiles.contains {
      $0.name?.lowercased() == name.lowercased() && $0.isLocked == true && !hasShown
    }
  }

  /// The result, after the user has given what the daemon needs for it.
  ///
  /// The first attempt has nothing: only the daemon knows what is needed, and whose PIN. After a wrong one
  /// there is no second prompt, since wrong ones make the daemon slower.
  ///
  /// - Parameters:
  ///   - pin: for one that is sent with the request; nil: only that of the connection's profile is asked for.
  ///   - license: to accept the terms of a file; nil: they are not accepted.
  ///   - ofHousehold: a profile with an age limit makes this change only with the PIN of `default`, to which the
  ///     connection moves.
  package mutating func result(
    _ params: MethodParams, pin: AskForPIN? = nil, license: AskForLicense? = nil, ofHousehold: Bool = false
  ) throws(CommandError) -> [UInt8] {
    let error: ErrorReply
    switch try answer(to: params) {
    case .result(let bytes): return bytes
    case .error(let reply): error = reply
    }
    var failure = error.failure(of: params)
    var params = params
    if let pin {
      if let wait = error.waitForPIN {
        failure.hint = localized(
          "PINs were wrong too often: wait \(Quantity.milliseconds(wait)), then try again")
      }
      guard error.needsPIN else { throw failure }
      guard let pin = try pin(failure.message) else {
        failure.hint = PINInput.hint
        throw failure
      }
      params.add("pin", json: .string(pin))
    } else if ofHousehold, error.needs == "age" {
      let reason = failure.message
      try choose("default") { (_: String) throws(CommandError) in try PINInput.current(reason) }
    } else if error.needs == "license", try license?(failure.message) == true {
      params.add("accept_license", true)
    } else {
      guard try showPIN(for: error, of: params) else { throw failure }
      return try result(params, license: license)
    }
    // Typing and reading may take longer than the limit of time.
    restartDeadline()
    return try result(params)
  }

  /// Says on a terminal why a command waits: the first start of a version builds the catalogue, which takes some
  /// seconds where many titles were imported.
  private static func explainDelay(_ options: ConnectionOptions, _ deadline: Deadline) {
    guard Output.hasTerminalForNotes,
      let connection = try? DaemonConnector.connectIfRunning(options, deadline)
    else { return }
    var caller = RPCClient(connection, deadline.within(.seconds(1)))
    guard let status = try? caller.json("status"),
      JSONView<DaemonStatus>(status).catalogue.text(\.state) == "opening"
    else { return }
    Output.note(localized("the catalogue is being opened"))
  }
}
