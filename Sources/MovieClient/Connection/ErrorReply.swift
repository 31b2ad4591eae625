import JSONRPC

extension CommandError {
  /// Converts an error reply to a message and exit status.
  ///
  /// - Parameter error: the error object;
  ///   `{"code":1001,"message":"...","data":{"kind":"not_found",...,"hint":null}}`
  package init(errorReply error: [UInt8]) {
    let tree = try? JSONValue(parsing: error.span)
    let code = tree?["code"]?.intValue
    let kind = tree?["data"]?["kind"]?.stringValue ?? RPCError.Kind.all.first { $0.code == code }?.name
    let message =
      tree?["message"]?.stringValue ?? localized("the daemon answered with an error that has no message")
    self.init(
      ExitStatus(kind: kind, code: code), "\(message)", kind: kind ?? code.map(String.init),
      hint: tree?["data"]?["hint"]?.stringValue.map { "\($0)" })
  }

  /// The same in the words of the command line.
  ///
  /// - Parameter params: of the request.
  init(errorReply error: [UInt8], to params: MethodParams) {
    self.init(errorReply: error)
    let parameter = (try? JSONValue(parsing: error.span))?["data"]?["param"]?.stringValue
    message = DaemonText.localized(params.inOptions(message, about: parameter))
    hint = hint.map(params.remedy)
    // Wrong usage is no matter of the daemon's.
    if status == .usage { kind = nil }
  }
}

enum ErrorReply {
  /// The daemon requires the PIN, and accepts an attempt now.
  ///
  /// - Parameter error: the error object;
  ///   `{"code":1011,"message":"...","data":{"kind":"forbidden","needs":"pin","retry_after_ms":null,...}}`
  static func needsPIN(_ error: [UInt8]) -> Bool {
    let data = (try? JSONValue(parsing: error.span))?["data"]
    return data?["kind"]?.stringValue == RPCError.Kind.forbidden.name
      && data?["needs"]?.stringValue == "pin" && !hasToWait(error)
  }

  /// Milliseconds until the next PIN is tried; nil: it need not wait, or needs none.
  static func waitForPIN(_ error: [UInt8]) -> Int? {
    let data = (try? JSONValue(parsing: error.span))?["data"]
    guard data?["needs"]?.stringValue == "pin", let wait = data?["retry_after_ms"]?.intValue, wait > 0 else {
      return nil
    }
    // Rounded up to whole seconds.
    return min(wait, 86_400_000) / 1000 * 1000 + 1000
  }

  /// The terms of a file have to be accepted.
  static func needsLicense(_ error: [UInt8]) -> Bool {
    (try? JSONValue(parsing: error.span))?["data"]?["needs"]?.stringValue == "license"
  }

  /// The age limit of the profile does not allow it.
  static func needsAge(_ error: [UInt8]) -> Bool {
    (try? JSONValue(parsing: error.span))?["data"]?["needs"]?.stringValue == "age"
  }

  /// The same request may succeed after `retry_after_ms`.
  static func hasToWait(_ error: [UInt8]) -> Bool {
    let data = (try? JSONValue(parsing: error.span))?["data"]
    return (data?["retry_after_ms"]?.intValue ?? 0) > 0
  }
}
