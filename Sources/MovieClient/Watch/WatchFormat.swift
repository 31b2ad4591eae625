import MovieProtocol

/// The formats of the lines of `watch`: each is read by another program and has its own escaping.
package enum WatchFormat: String, CaseIterable, Sendable {
  /// `{"topic":"settings","data":{...}}`, the data as it was sent; null while there is no daemon.
  case json
  /// Text for people, or for a program that shows a line as it is.
  case plain
  /// `return-type: json` of a custom module of
  /// [waybar](https://github.com/Alexays/Waybar/blob/master/man/waybar-custom.5.scd).
  case waybar
  /// `tail = true` of a [script](https://polybar.readthedocs.io/en/stable/user/modules/script.html) of polybar.
  case polybar
  /// `interval=persist` and `format=json` of [i3blocks](https://vivien.github.io/i3blocks/).
  case i3blocks
  /// `persistent` and `json` of the block `custom` of
  /// [i3status-rust](https://docs.rs/i3status-rs/latest/i3status_rs/blocks/custom/index.html).
  case i3statusRust = "i3status-rs"
  /// `#(...)` in the status line of [tmux](https://man7.org/linux/man-pages/man1/tmux.1.html).
  case tmux

  package init(named name: String) throws(CommandError) {
    guard let form = Self(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      let near = Spelling.nearest(to: name, among: names)
      throw .usage(
        "--as has no form \"\(Spelling.shortened(name))\"",
        hint: near.map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"
      ).corrected(name, near)
    }
    self = form
  }
}
