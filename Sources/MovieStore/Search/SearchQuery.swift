/// A query as SQLite receives it: spellings that a whole title must equal, and two FTS5 expressions.
///
/// The words are letters, digits and marks only, and each is in double quotes, so no part of a query is ever
/// FTS5 syntax (https://sqlite.org/fts5.html#full_text_query_syntax). A `*` after the last string makes its
/// last word a prefix. A `^` anchors it at the first word of the text.
struct SearchQuery: Equatable {
  /// Of the spelling as it was typed; none if the query has only symbols.
  let words: [String]
  /// One to nine spellings.
  let exact: [String]
  /// nil if the query has only symbols: no word begins with them.
  let beginning: String?
  let allWords: String?

  private static let maxWords = 16

  /// Each word once, and not more than SQLite can look for in a moment. The last one may be unfinished.
  private static func required(_ words: [String]) -> [String] {
    var required: [String] = []
    for word in words.dropLast() where required.count < maxWords - 1 && !required.contains(word) {
      required.append(word)
    }
    return required + words.suffix(1)
  }

  /// nil if there is nothing to search for.
  init?(_ question: String) {
    let folds = SearchFold.spellings(ofQuestion: question)
    guard let first = folds.first else { return nil }
    words = first.words
    exact = folds.map(\.text)
    if first.words.isEmpty {
      beginning = nil
      allWords = nil
    } else {
      beginning = folds.map { "^ \"\($0.text)\" *" }.joined(separator: " OR ")
      allWords =
        folds.map { fold in
          "(" + Self.required(fold.words).map { "\"\($0)\"" }.joined(separator: " AND ") + " *)"
        }.joined(separator: " OR ")
    }
  }
}
