import JSONRPC

/// The checked address of a picture upstream: a path of TMDB's, or a URL as iTunes has them. Only through
/// this type does text from an upstream or a client become part of a URL or a file name.
package enum ImagePath: Sendable, Hashable {
  /// `/d5NXSklXo0qyIYkgV94XAgMIckC.jpg`
  case tmdb(name: String, ending: String)
  /// `https`, or `http` to this machine. The caller decides which hosts are allowed.
  case url(String)

  static let maxNameLength = 64
  static let maxURLLength = 500
  static let endings = ["jpg", "jpeg", "png", "svg", "webp"]

  /// Nil for any other spelling: parent folders, blanks, a query, a folder.
  package init?(_ text: String) {
    if text.utf8.first == UInt8(ascii: "/") {
      let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, (1...Self.maxNameLength).contains(parts[0].utf8.count),
        parts[0].utf8.allSatisfy(\.isLetterOrDigit), Self.endings.contains(String(parts[1]))
      else { return nil }
      self = .tmdb(name: String(parts[0]), ending: String(parts[1]))
    } else {
      guard text.utf8.count <= Self.maxURLLength, TextForm.webAddress.fits(text),
        !text.utf8.contains(UInt8(ascii: "@"))
      else { return nil }
      self = .url(text)
    }
  }

  package var text: String {
    switch self {
    case .tmdb(let name, let ending): "/\(name).\(ending)"
    case .url(let url): url
    }
  }
}

extension TextForm {
  package static let imagePath = TextForm(
    words: "TMDB's path of a picture like /d5NXSklXo0qyIYkgV94XAgMIckC.jpg, or iTunes' URL of one",
    plural: "paths of pictures",
    pattern: "^(/[A-Za-z0-9]{1,\(ImagePath.maxNameLength)}\\.(\(ImagePath.endings.joined(separator: "|")))"
      + "|https?://[!-?A-~]{1,490})$"
  ) { ImagePath($0) != nil }
}
