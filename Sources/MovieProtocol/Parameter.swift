import JSONRPC

/// A parameter of a method, as the documents, the checks and the client see it: its name on the wire, its
/// values and its default. The subclass ``Param`` adds the type with which a handler reads it.
package class Parameter: @unchecked Sendable {
  // Sendable because every member is a constant; a class that has subclasses cannot have this checked.
  package let name: String
  package let type: ParameterType
  package let isRequired: Bool
  /// Used when the parameter is not given; nil: it then stays unknown, or ``setting`` decides.
  package let fallback: ArgumentValue?
  /// The setting used when the parameter is not given.
  package let setting: Setting?
  /// The result does not depend on it: how long to wait, which request to replace, how fresh.
  package let isAboutHandling: Bool
  package let summary: String

  init(
    _ name: String, _ type: ParameterType, isRequired: Bool, fallback: ArgumentValue?, setting: Setting?,
    isAboutHandling: Bool, _ summary: String
  ) {
    (self.name, self.type, self.isRequired, self.fallback) = (name, type, isRequired, fallback)
    (self.setting, self.isAboutHandling, self.summary) = (setting, isAboutHandling, summary)
  }
}

/// A parameter with the type of its value: `arguments[SearchMethod.q]` is a String. An optional type: nil
/// where the request does not give it.
package final class Param<Value: Sendable>: Parameter, @unchecked Sendable {
  /// Not for a required parameter without a value.
  let read: @Sendable (ArgumentValue?) -> Value

  private init(
    _ name: String, _ type: ParameterType, isRequired: Bool = false, fallback: ArgumentValue? = nil,
    setting: Setting? = nil, handling: Bool, _ summary: String,
    read: @escaping @Sendable (ArgumentValue?) -> Value
  ) {
    self.read = read
    super.init(
      name, type, isRequired: isRequired, fallback: fallback, setting: setting, isAboutHandling: handling,
      summary)
  }

  package convenience init(required name: String, _ type: ValueType<Value>, _ summary: String) {
    self.init(name, type.type, isRequired: true, handling: false, summary) {
      guard let value = $0.flatMap(type.read) else { preconditionFailure("no parameter \(name)") }
      return value
    }
  }

  package convenience init(
    _ name: String, _ type: ValueType<Value>, default fallback: Value, handling: Bool = false,
    _ summary: String
  ) {
    self.init(name, type.type, fallback: type.write(fallback), handling: handling, summary) {
      $0.flatMap(type.read) ?? fallback
    }
  }

  /// - Parameter unset: where neither the request nor the setting has a value.
  package convenience init(
    _ name: String, _ type: ValueType<Value>, setting: Setting, unset: Value, _ summary: String
  ) {
    self.init(name, type.type, setting: setting, handling: false, summary) {
      $0.flatMap(type.read) ?? unset
    }
  }

  package convenience init<Given>(
    _ name: String, _ type: ValueType<Given>, handling: Bool = false, _ summary: String
  ) where Value == Given? {
    self.init(name, type.type, handling: handling, summary) { $0.flatMap(type.read) }
  }
}

extension Parameter {
  /// Milliseconds that a request may have.
  package static let timeouts = 1...120_000

  /// Every method takes it.
  package static let timeout = Param(
    "timeout_ms", .integer(timeouts), default: 15_000, handling: true,
    "Milliseconds after which the request is answered with `timeout`.")

  // Methods about titles take these, after `timeout_ms`.

  package static let maxAge = Param(
    "max_age_ms", .integer(0...31_536_000_000), handling: true,
    "Fetch again if the cached answer is older than this (0: always); if that fails, the old one is served, stale."
  )
  package static let cacheOnly = Param(
    "cache_only", .boolean, default: false, handling: true, "Send no request upstream.")
  package static let language = Param(
    "language", .language, setting: .language, unset: "en-US",
    "Language of titles and texts, de or de-DE; default: the setting.")
  package static let region = Param(
    "region", .country, setting: .region, unset: "US",
    "Country of dates and certificates; default: the setting.")

  package static let supersedes = Param(
    "supersedes", .text(1...128, trimmed: false), handling: true,
    "A name: older requests of this connection with the same name are cancelled first.")

  package static let ofTitles: [Parameter] = [maxAge, cacheOnly, language, region, supersedes]

  // Parameters of several methods.

  package static let page = Param(
    "page", .integer(1...1_000_000_000), default: 1, "From 1; a page past the end is empty.")
  package static let pageSize = Param(
    "page_size", .integer(1...100), setting: .pageSize, unset: 20,
    "Titles per page; default: the setting page_size, 20.")
  /// Of methods that list titles.
  package static let titleFields = Param.fields(of: Title.shape)
  package static let mediaChoice = Param(
    "media_type", .choice(MediaChoice.self), default: .any, "Films, series or both.")
  package static let genre = Param(
    "genre", .text(1...200, trimmed: true), "Names or numbers; `,` between them means and, `|` means or.")
  package static let key = Param("key", .titleKey, keySummary)
  /// In place of the key, for changes.
  package static let titleName = Param(
    "title", .text(1...200, trimmed: true),
    "In place of key: the title's whole name, perhaps with its year: dune 1984.")

  /// In place of the key, for methods that only show.
  package static let titleWords = Param(
    "title", .text(1...200, trimmed: true),
    "In place of key: words for the best match, perhaps with a year: dune 1984.")

  private static let keySummary = "The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419."
}

extension Param where Value == [String]? {
  /// The members of each title of the answer.
  static func fields<Title>(of shape: Shape<Title>) -> Param {
    Param(
      "fields", .spelled(list: shape.selectableNames, { $0 }, write: \.self),
      "Only these members of each title, and its key; the answer has no others of it then. Default: all.")
  }
}
