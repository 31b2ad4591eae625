import TitleIndex

/// A query as SQLite receives it: spellings that a whole title must equal, and two FTS5 expressions.
///
/// The words are letters, digits and marks only, and each is in double quotes, so no part of a query is ever
/// FTS5 syntax (https://sqlite.org/fts5.html#full_text_query_syntax). A `*` after the last string makes its
/// last word a prefix. A `^` anchors it at the first word of the text.
struct SearchQuery: Equatable {
  /// Of the spelling as it was typed; none if the query has only symbols.
  let words: [String]
  /// One to twelve spellings.
  let exact: [String]
  private var folds: [SearchFold]
  /// All words that the last one may become, see `completed(by:)`.
  private(set) var endings: [WordTable.Word]?

  private static let maxWords = 16

  /// nil if there is nothing to search for.
  init?(_ question: String) {
    folds = SearchFold.spellings(ofQuestion: question)
    guard let first = folds.first else { return nil }
    words = first.words
    exact = folds.map(\.text)
  }

  /// - Parameter endings: all words that begin with the last one, which may be unfinished. The full-text
  ///   search finds them sooner than their beginning: before its first result that merges all they have.
  func completed(by endings: [WordTable.Word]) -> SearchQuery {
    var query = self
    // The other spellings end in other words.
    if folds.count == 1 { query.endings = endings }
    return query
  }

  var isCompleted: Bool { endings != nil }

  /// Whose last word is not the beginning of a longer one.
  var finished: SearchQuery {
    var query = self
    for place in folds.indices { query.folds[place].isFinished = true }
    return query
  }

  var isFinished: Bool { folds.allSatisfy(\.isFinished) }

  /// Spellings that begin with the query stand from the first text up to the second one, which is none.
  var ranges: [(from: String, to: String)] {
    // A "!" comes after the blank behind a whole word, and before all letters and digits.
    folds.map { ($0.text, $0.text + ($0.isFinished ? "!" : "\u{10FFFF}")) }
  }

  /// nil if the query has only symbols: no word begins with them.
  var beginning: String? {
    guard let last = words.last else { return nil }
    guard let endings else {
      return folds.map { "^ \"\($0.text)\"\($0.isFinished ? "" : " *")" }.joined(separator: " OR ")
    }
    let start = exact[0].dropLast(last.count)
    return endings.map { "^ \"\(start)\($0.text)\"" }.joined(separator: " OR ")
  }

  var allWords: String? {
    guard !words.isEmpty else { return nil }
    return folds.map { fold in
      let earlier = Self.required(fold.words.dropLast()).map { "\"\($0)\" AND " }.joined()
      return "(\(earlier)\(lastWord(of: fold)))"
    }.joined(separator: " OR ")
  }

  private func lastWord(of fold: SearchFold) -> String {
    guard let endings else {
      return fold.words.suffix(1).map { "\"\($0)\"\(fold.isFinished ? "" : " *")" }.joined()
    }
    return "(" + endings.map { "\"\($0.text)\"" }.joined(separator: " OR ") + ")"
  }

  /// Each word once, and not more than SQLite can look for in a moment.
  private static func required(_ words: ArraySlice<String>) -> [String] {
    var required: [String] = []
    for word in words where required.count < maxWords - 1 && !required.contains(word) {
      required.append(word)
    }
    return required
  }
}
