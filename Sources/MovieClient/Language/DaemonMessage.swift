package import JSONRPC
package import MovieProtocol

/// A message of the daemon, in the current language and, for a command, in the words of the command line.
package struct DaemonMessage {
  private let id: String?
  private let arguments: JSONValue
  /// For a message of a later version.
  private let english: String

  /// - Parameters:
  ///   - text: `{"id":"profile_has_pin","args":{"name":"Living Room"}}`
  ///   - english: the same sentence.
  package init(_ text: JSONValue?, english: String) {
    id = text?["id"]?.stringValue
    arguments = text?["args"] ?? .null
    self.english = english
  }

  package init(_ message: Message) { self.init(message.json, english: message.english) }

  /// - Parameter request: that of the command; nil: names stay those of the wire.
  package func text(of request: MethodParams? = nil) -> String {
    TerminalText.cleaned(text(request, depth: 0) ?? english)
  }

  /// Nil: a later version has such a message, perhaps within this one.
  private func text(_ request: MethodParams?, depth: Int) -> String? {
    guard let id, depth < Self.maxDepth, let form = MessageTable.form(id) else { return nil }
    var texts: [String] = []
    for (name, kind) in zip(form.names, form.kinds) {
      guard let value = arguments[name], let text = Self.text(value, kind, request, depth) else { return nil }
      texts.append(text)
    }
    let key = request == nil ? nil : Self.typedForms[id]
    return TranslatedText.filled(LocalizedText(key: key ?? form.key).text, texts)
  }

  private static let maxDepth = 4

  /// Nil: this is not such a value.
  private static func text(
    _ value: JSONValue, _ kind: MessageArgumentKind, _ request: MethodParams?, _ depth: Int
  ) -> String? {
    switch kind {
    case .text: value.stringValue
    case .integer: value.intValue.map(String.init)
    case .texts: value.arrayValue?.compactMap(\.stringValue).joined(separator: ", ")
    case .choices: value.arrayValue.map { words($0.compactMap(\.stringValue), request) }
    case .message: DaemonMessage(value, english: "").text(request, depth: depth + 1)
    case .excerpt: value.stringValue.map { request?.typed($0) ?? $0 }
    case .parameter: value.stringValue.map { request?.option($0) ?? $0 }
    case .milliseconds: value.intValue.map(MessageMilliseconds.text)
    case .bytes: value.intValue.map { Quantity.bytes($0) }
    case .time: LocalTime.current.minute(value)
    }
  }

  private static func words(_ names: [String], _ request: MethodParams?) -> String {
    request == nil
      ? names.joined(separator: ", ") : ParameterType.shownWords(names).joined(separator: ", ")
  }

  /// Sentences about what is sent, for people who type.
  private static let typedForms = [
    "send": "give %1", "send_either": "give %1 or %2", "send_format": "give %1: one of %2",
    "send_at_most": "at most %1", "array_of": "one of %1",
    "list_of": "%1 to %2 %3", "send_or_omit": "give %1, or leave it out",
    "send_candidate": "give the key of one of them",
    "read_list_again": "read %1 again, then give the version it has, or leave out %2",
    "wait_longer": "try again later",
    "see_other_requests": "see whether other requests fail as well",
  ]

  /// Every text that has a translation.
  package static let all = (MessageTable.all.map(\.key) + typedForms.values).filter { key in
    key.contains(where: \.isLetter)
  }
}

extension MessageTemplate {
  /// By which the translations find it: `%1 has a PIN`.
  fileprivate var key: String {
    names.enumerated().reduce(english) { key, name in
      key.replacing("{\(name.element)}", with: "%\(name.offset + 1)", maxReplacements: 1)
    }
  }
}

extension JSONView {
  /// Of an object that has `message` and `text`; nil: it has none.
  package var message: String? {
    json["message"]?.stringValue.map { DaemonMessage(json["text"], english: $0).text() }
  }
}

/// The words of the wire as people read them: states, kinds, lists.
package enum ValueWord {
  /// A word of a later version is shown as it is.
  package static func text(_ word: String) -> String {
    let spaced = words(word)
    return all.contains(spaced) ? LocalizedText(key: spaced).text : word
  }

  /// In a table: a dash if there is none.
  package static func text(_ value: JSONValue?) -> String {
    value?.stringValue.map { Cell.text(.string(text($0))) } ?? Cell.text(value)
  }

  /// Every word that has a translation.
  package static let all: [String] =
    Download.Asset.State.allCases.map(\.rawValue) + ["downloading"]
    + Download.Asset.Kind.allCases.map(\.rawValue) + PlayerState.Stage.allCases.map(\.rawValue)
    + PlayerState.VideoChoice.allCases.map(\.rawValue)
    + ServerState.Stage.allCases.map(\.rawValue) + Network.allCases.map(\.rawValue)
    + Release.Kind.allCases.map(\.rawValue) + LibraryList.allCases.map(\.rawValue) + ["searches"]
    + SettingState.Origin.allCases.map(\.rawValue)
    + SourceStatus.State.allCases.map { words($0.rawValue) }
    + SharedCacheStatus.State.allCases.map(\.rawValue) + Video.Kind.allCases.map { words($0.rawValue) }
    + AccountChangeRow.State.allCases.map(\.rawValue)
    + ["flatrate", "free", "ads", "rent", "buy"] + statuses + departments

  /// `no key` for `no_key`.
  private static func words(_ word: String) -> String { String(word.map { $0 == "_" ? " " : $0 }) }

  /// Of lists, as rows of `home`.
  package static let headings = BrowseList.allCases.flatMap { list in
    MediaChoice.allCases.map { list.title($0) }
  }

  /// TMDB's words for the state of a production.
  private static let statuses = [
    "Rumored", "Planned", "In Production", "Post Production", "Returning Series", "Ended", "Canceled",
    "Pilot",
  ]

  /// A department as it is shown; any other text as it is.
  package static func department(typed text: String) -> String {
    departments.first { Self.text($0).lowercased() == text.lowercased() } ?? text
  }

  /// TMDB's: https://developer.themoviedb.org/reference/configuration-jobs
  private static let departments = [
    "Acting", "Actors", "Art", "Camera", "Costume & Make-Up", "Creator", "Crew", "Directing", "Editing",
    "Lighting", "Production", "Sound", "Visual Effects", "Writing",
  ]
}
