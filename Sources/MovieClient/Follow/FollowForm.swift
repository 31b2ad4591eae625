import MovieProtocol

/// What the lines of `watch` are for: each form is read by another program and has its own escaping.
package enum FollowForm: String, CaseIterable, Sendable {
  /// `{"topic":"settings","data":{...}}`, the data as it was sent; null while there is no daemon.
  case json
  /// Words for a person, or for what shows a line as it is.
  case plain
  /// `return-type: json` of a custom module of
  /// [waybar](https://github.com/Alexays/Waybar/blob/master/man/waybar-custom.5.scd).
  case waybar

  /// Of the contract, but not in this version.
  private static let planned = ["polybar", "i3blocks", "i3status-rs", "tmux"]

  package init(named name: String) throws(Failure) {
    guard let form = Self(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      let near = Spelling.nearest(to: name, among: names).map { "did you mean --as \($0)?" }
      let message =
        Self.planned.contains(name)
        ? "--as \(name) is not in this version yet" : "--as has no form \"\(Spelling.shortened(name))\""
      throw .usage(message, hint: near ?? "there are \(names.joined(separator: ", "))")
    }
    self = form
  }
}
