/// Text for places that read
/// [Pango markup](https://docs.gtk.org/Pango/pango_markup.html): waybar's text, alt and tooltip.
package enum PangoText {
  /// Shows exactly `text`, on one line and without control characters: with a bare `&` the bar would keep
  /// showing the previous title.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in TerminalText.cleaned(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
