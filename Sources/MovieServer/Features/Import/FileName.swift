import JSONRPC
import MovieProtocol

/// The words of a file's name, by which files that look the same inside are told apart.
struct FileName {
  /// `watched` and `csv` of `watched (1).csv`.
  private let words: [Substring]
  private let folder: [Substring]

  init(_ path: String) {
    let parts = path.lowercased().split(separator: "/").map { $0.split { !$0.isLetter } }
    (words, folder) = (parts.last ?? [], parts.dropLast().last ?? [])
  }

  func has(_ word: String, alsoFolder: Bool = false) -> Bool {
    words.contains { $0 == word } || alsoFolder && folder.contains { $0 == word }
  }
}

extension ImportError {
  /// The content fits all of these files, and the name none.
  init(anyOf files: [String]) { self.init(.couldBeAnyOf(files), hint: .keepFileName) }
}
