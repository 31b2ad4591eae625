/// Imports of files whose terms the user has to accept.
extension RPCClient {
  /// Shows the user the terms, with the daemon's sentence about them; false: there is no user to ask.
  package typealias AskForLicense = (_ terms: String) throws(CommandError) -> Bool

  /// The result, after the user has accepted the terms of the file, if the daemon needs that.
  package mutating func result(
    _ params: MethodParams, license accept: AskForLicense
  ) throws(CommandError) -> [UInt8] {
    switch try answer(to: params) {
    case .result(let bytes): return bytes
    case .error(let error):
      if try showPIN(for: error, of: params) { return try result(params, license: accept) }
      let failure = error.failure(of: params)
      guard error.needs == "license", try accept(failure.message) else { throw failure }
      // Reading the terms may take longer than the limit of time.
      restartDeadline()
      var params = params
      params.add("accept_license", true)
      return try result(params)
    }
  }
}
