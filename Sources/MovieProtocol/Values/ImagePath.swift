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
      // By bytes: each title has two paths, and to split one by characters costs more than to write it.
      let bytes = text.utf8.dropFirst()
      guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return nil }
      let (name, ending) = (bytes[..<dot], bytes[bytes.index(after: dot)...])
      guard (1...Self.maxNameLength).contains(name.count), name.allSatisfy(\.isLetterOrDigit),
        let ending = Self.endings.first(where: { $0.utf8.elementsEqual(ending) })
      else { return nil }
      self = .tmdb(name: String(Substring(name)), ending: ending)
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
    demand: .aPicturePath, plural: .picturePaths,
    pattern: "^(/[A-Za-z0-9]{1,\(ImagePath.maxNameLength)}\\.(\(ImagePath.endings.joined(separator: "|")))"
      + "|https?://[!-?A-~]{1,490})$"
  ) { ImagePath($0) != nil }
}
