import JSONRPC
import MovieProtocol

/// The settings and limits, for the reference and for the manual.
enum SettingsText {
  static let introduction = PageText.wrap(
    """
    The names are those of config.toml, of the method `settings` and of `movierpc settings`. In parentheses: what \
    a value may be, the default, and the variable of the daemon's environment that overrides all else.
    """)

  static let aboutLimits = PageText.wrap(
    """
    Only config.toml sets them, as `limits.NAME`; `hello` reports those in force. In parentheses: the range and \
    the default.
    """)

  static func settings(heading: String) -> String {
    let groups: [(Setting.Permission, String, String)] = [
      (.profile, "Settings of a profile", "Clients set them; each profile has its own."),
      (.shared, "Settings of all profiles", "Clients set them, for all profiles."),
      (.fileOnly, "Settings in the file only", "Only config.toml sets them."),
    ]
    let own = Setting.all.filter { !$0.name.hasPrefix("limits.") }
    return groups.map { permission, title, about in
      let items = own.filter { $0.permission == permission }.map(setting)
      return PageText.paragraphs(["\(heading) \(title)", about, items.joined(separator: "\n")])
    }.joined(separator: "\n\n")
  }

  private static func setting(_ setting: Setting) -> String {
    var facts = [ReferencePage.type(setting.type)]
    if let words = setting.fallback.flatMap({ ReferencePage.shown($0.json) }) {
      facts.append("default \(words)")
    }
    if let variable = setting.variable { facts.append("`\(variable)`") }
    return PageText.item(
      "`\(setting.name)` (\(facts.joined(separator: "; "))): \(PageText.coded(setting.summary))")
  }

  static func limits(prefix: String) -> String {
    Limits.entries.map { entry in
      let range = "\(entry.range.lowerBound) to \(entry.range.upperBound)"
      let fallback = Limits()[keyPath: entry.field]
      return PageText.item("`\(prefix)\(entry.name)` (\(range); default \(fallback)): \(entry.summary)")
    }.joined(separator: "\n")
  }

  /// `contrib/manual/settings.md`
  static let page =
    PageText.paragraphs([
      "# Settings and limits",
      PageText.wrap(
        """
        Made from the contract by `make docs`; do not edit it. [Configuration](configuration.md) says where they are \
        set, and more about some of them.
        """),
      introduction, settings(heading: "##"), "## Limits",
      PageText.wrap(
        """
        They keep the daemon small and each client fair, and are rarely changed. Only config.toml sets them. In \
        parentheses: the range and the default.
        """), limits(prefix: "limits."),
    ]) + "\n"
}
