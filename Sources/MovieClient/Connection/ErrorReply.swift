package import JSONRPC
import MovieProtocol

/// The error object of a reply:
/// `{"code":1011,"message":"...","data":{"kind":"forbidden","needs":"pin",...,"text":{...},"hint":null}}`
package struct ErrorReply: Equatable, Sendable {
  private let error: JSONValue

  /// Of a check that needs no daemon.
  package init(_ error: RPCError) {
    var writer = JSONWriter(reserving: 256)
    error.write(into: &writer)
    self.init(writer.bytes)
  }

  package init(_ bytes: [UInt8]) { error = (try? JSONValue(parsing: bytes.span)) ?? .null }

  /// As a message and an exit status.
  ///
  /// - Parameter request: that of a command, in whose words it is; nil: in those of the wire.
  package func failure(of request: MethodParams? = nil) -> CommandError {
    let code = error["code"]?.intValue
    let kind = data?["kind"]?.stringValue ?? RPCError.Kind.all.first { $0.code == code }?.name
    let english =
      error["message"]?.stringValue ?? localized("the daemon answered with an error that has no message")
    let name = request.map { "\($0.method): " } ?? ""
    // The method stands before the English sentence only.
    let message = DaemonMessage(
      data?["text"], english: english.hasPrefix(name) ? String(english.dropFirst(name.count)) : english
    ).text(of: request)
    var failure = CommandError(
      ExitStatus(kind: kind, code: code), "\(message)", kind: kind ?? code.map(String.init),
      hint: data.flatMap { Self.hint($0, of: request) }.map { "\($0)" })
    failure.correction = correction
    failure.candidates = (data?["candidates"]?.arrayValue ?? []).compactMap { json in
      if let name = json["name"]?.stringValue {
        let department = json["known_for_department"]?.stringValue.map { " (\(ValueWord.text($0)))" } ?? ""
        return CommandError.Candidate(
          key: json["key"]?.stringValue ?? name, name: TerminalText.cleaned(name + department))
      }
      let title = JSONView<Title>(json)
      return title.text(\.key).map { CommandError.Candidate(key: $0, name: TitleCells(title).name) }
    }
    // Wrong usage of a command is no matter of the daemon's.
    if request != nil, failure.status == .usage {
      failure.kind = nil
      // And what is in a file is none of usage.
      if data?["param"] == "file" { failure.status = .failed }
    }
    return failure
  }

  /// `unlock the profile with its PIN: movierpc profiles unlock 'Living Room'`
  ///
  /// - Parameter data: an object with `hint`, `hint_text` and `remedy`.
  static func hint(_ data: JSONValue, of request: MethodParams? = nil) -> String? {
    guard let english = data["hint"]?.stringValue else { return nil }
    let hint = DaemonMessage(data["hint_text"], english: english).text(of: request)
    let command = data["remedy"].flatMap { RemedyCommand($0, after: request) }
    return command.map { TerminalText.cleaned("\(hint): \($0.line)") } ?? hint
  }

  /// The word that the daemon does not know, and the one that was meant.
  private var correction: CommandError.Correction? {
    guard data?["hint_text"]?["id"]?.stringValue == Message.didYouMean.id,
      let meant = data?["hint_text"]?["args"]?["name"]?.stringValue,
      let arguments = data?["text"]?["args"], let wrong = arguments["got"] ?? arguments["name"]
    else { return nil }
    let text = wrong.stringValue ?? ""
    // Of a value its JSON is repeated.
    let value = arguments["got"] == nil ? nil : try? JSONValue(parsing: text)
    return CommandError.Correction(
      wrong: value?.stringValue ?? value?.arrayValue?.last?.stringValue ?? text, meant: meant)
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
