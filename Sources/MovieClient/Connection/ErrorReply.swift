import JSONRPC
import MovieProtocol

/// The error object of a reply:
/// `{"code":1011,"message":"...","data":{"kind":"forbidden","needs":"pin","retry_after_ms":null,"hint":null}}`
package struct ErrorReply: Equatable, Sendable {
  private let error: JSONValue

  package init(_ bytes: [UInt8]) { error = (try? JSONValue(parsing: bytes.span)) ?? .null }

  /// As a message and an exit status.
  package var failure: CommandError {
    let code = error["code"]?.intValue
    let kind = data?["kind"]?.stringValue ?? RPCError.Kind.all.first { $0.code == code }?.name
    let message =
      error["message"]?.stringValue ?? localized("the daemon answered with an error that has no message")
    let hint = data?["hint"]?.stringValue
    var failure = CommandError(
      ExitStatus(kind: kind, code: code), "\(message)", kind: kind ?? code.map(String.init),
      hint: hint.map { "\($0)" })
    failure.candidates = (data?["candidates"]?.arrayValue ?? []).compactMap { json in
      let title = JSONView<Title>(json)
      return title.text(\.key).map { CommandError.Candidate(key: $0, name: TitleCells(title).name) }
    }
    return failure
  }

  /// The same in the words of the command line.
  func failure(of request: MethodParams) -> CommandError {
    var failure = self.failure
    let parameter = data?["param"]?.stringValue
    failure.message = DaemonText.localized(request.inOptions(failure.message, about: parameter))
    failure.hint = failure.hint.map(request.remedy)
    // Wrong usage is no matter of the daemon's.
    if failure.status == .usage { failure.kind = nil }
    return failure
  }

  private var data: JSONValue? { error["data"] }
  private var retryAfter: Int { data?["retry_after_ms"]?.intValue ?? 0 }

  /// `pin`, `license` or `age`: what the same request needs to succeed.
  var needs: String? { data?["needs"]?.stringValue }

  /// The daemon requires the PIN, and accepts an attempt now.
  var needsPIN: Bool {
    data?["kind"]?.stringValue == RPCError.Kind.forbidden.name && needs == "pin" && !hasToWait
  }

  /// In `failed` of `subscribe`: the topic is not followed, and stays so.
  var isRefusal: Bool {
    let refusals: [RPCError.Kind] = [.forbidden, .invalidParams, .notFound]
    return refusals.contains { $0.name == data?["kind"]?.stringValue }
  }

  /// Milliseconds until the next PIN is tried; nil: it need not wait, or needs none.
  var waitForPIN: Int? {
    // Rounded up to whole seconds.
    needs == "pin" && hasToWait ? min(retryAfter, 86_400_000) / 1000 * 1000 + 1000 : nil
  }

  /// The same request may succeed after `retry_after_ms`.
  var hasToWait: Bool { retryAfter > 0 }
}
