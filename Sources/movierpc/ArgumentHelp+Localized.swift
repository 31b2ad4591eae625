import ArgumentParser
import MovieClient

extension ArgumentHelp {
  /// - Parameter valueName: a word of the usage line, which is the same in all languages.
  static func localized(_ text: LocalizedText, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(text.text, valueName: valueName)
  }
}
