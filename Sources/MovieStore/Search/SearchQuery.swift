/// A question as SQLite is asked it: what a whole title must equal, and two FTS5 expressions.
///
/// The words are letters, digits and marks only, and each stands in double quotes, so nothing in a question
/// is ever FTS5's syntax (https://sqlite.org/fts5.html#full_text_query_syntax). A `*` after the last string
/// makes its last word a beginning. A `^` means: from the first word of the text.
struct SearchQuery: Equatable {
  /// One to three spellings.
  let exact: [String]
  /// nil when the question has only symbols: no word begins with them.
  let beginning: String?
  let allWords: String?

  /// nil when there is nothing to search for.
  init?(_ question: String) {
    let folds = SearchFold.spellings(ofQuestion: question)
    guard let first = folds.first else { return nil }
    exact = folds.map(\.text)
    if first.words.isEmpty {
      beginning = nil
      allWords = nil
    } else {
      beginning = folds.map { "^ \"\($0.text)\" *" }.joined(separator: " OR ")
      allWords =
        folds.map { fold in
          "(" + fold.words.map { "\"\($0)\"" }.joined(separator: " AND ") + " *)"
        }.joined(separator: " OR ")
    }
  }
}
