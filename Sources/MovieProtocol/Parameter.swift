import JSONRPC

/// A parameter of a method: its name on the wire, its type and its default.
package final class Parameter: Sendable {
  package let name: String
  package let type: ParameterType
  package let isRequired: Bool
  /// Used when the parameter is not given; nil: it then stays unknown, or ``setting`` decides.
  package let fallback: ArgumentValue?
  /// The setting used when the parameter is not given.
  package let setting: String?
  /// The result does not depend on it: how long to wait, which request to replace, how fresh.
  package let isAboutHandling: Bool
  package let summary: String

  package init(
    _ name: String, _ type: ParameterType, required: Bool = false, default fallback: ArgumentValue? = nil,
    setting: String? = nil, handling: Bool = false, _ summary: String
  ) {
    self.name = name
    self.type = type
    self.isRequired = required
    self.fallback = fallback
    self.setting = setting
    self.isAboutHandling = handling
    self.summary = summary
  }

  /// Every method takes it.
  package static let timeout = Parameter(
    "timeout_ms", .integer(1...120_000), default: .integer(15_000), handling: true,
    "Milliseconds after which the request is answered with `timeout`.")

  /// Methods about titles take these, after `timeout_ms`.
  package static let freshness: [Parameter] = [
    Parameter(
      "max_age_ms", .integer(0...31_536_000_000), handling: true,
      "An answer older than this is asked for anew (0: always); if that fails the old one comes, marked stale."
    ),
    Parameter(
      "cache_only", .boolean, default: .boolean(false), handling: true, "Upstream is never asked."),
    Parameter(
      "language", .language, setting: "language",
      "Language of titles and texts, de or de-DE; default: the setting."),
    Parameter(
      "region", .country, setting: "region",
      "Country whose dates and certificates count; default: the setting."),
  ]

  // Parameters of several methods.

  package static let page = Parameter(
    "page", .integer(1...1_000_000_000), default: .integer(1), "From 1; past the end it is empty, no error.")

  package static let pageSize = Parameter(
    "page_size", .integer(1...100), setting: "page_size", "Titles a page; default: the setting page_size, 20."
  )

  package static let key = Parameter(
    "key", .titleKey, "Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.")
}
