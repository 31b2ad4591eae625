import JSONRPC

/// A parameter of a method: its name on the wire, its type and what stands in when it is not given.
package final class Parameter: Sendable {
  package let name: String
  package let type: ParameterType
  package let isRequired: Bool
  /// Filled in when the parameter is not given; nil: it then stays unknown, or a setting decides.
  package let fallback: ArgumentValue?
  package let summary: String

  package init(
    _ name: String, _ type: ParameterType, required: Bool = false, default fallback: ArgumentValue? = nil,
    _ summary: String
  ) {
    self.name = name
    self.type = type
    self.isRequired = required
    self.fallback = fallback
    self.summary = summary
  }

  /// Every method takes it.
  package static let timeout = Parameter(
    "timeout_ms", .integer(1...120_000), default: .integer(15_000),
    "Milliseconds after which the request is answered with `timeout`.")

  /// Methods about titles take these, after `timeout_ms`.
  package static let freshness: [Parameter] = [
    Parameter(
      "max_age_ms", .integer(0...31_536_000_000),
      "An answer older than this is asked for anew (0: always); if that fails the old one comes, marked stale."
    ),
    Parameter("cache_only", .boolean, default: .boolean(false), "Upstream is never asked."),
    Parameter("language", .language, "Language of titles and texts, de or de-DE; default: the setting."),
    Parameter("region", .country, "Country whose dates and certificates count; default: the setting."),
  ]
}
