/// Why a search found a title whose name does not have the word.
package struct MatchedWord: Sendable, Equatable {
  package enum Field: String, JSONScalar, CaseIterable {
    case collection, director, cast, keyword, network, genre, year, country, type
  }

  package var word: String
  package var field: Field
  package var text: String

  package init(word: String, field: Field, text: String) {
    (self.word, self.field, self.text) = (word, field, text)
  }
}

extension MatchedWord: JSONObject {
  package static let shape = Shape("MatchedWord", from: MatchedWord(word: "", field: .cast, text: "")) {
    Member("word", \.word, required: .bytes(1...1000), "Of the query; neighbours that mean the same are one.")
    Member(
      "field", \.field, required: .any, "The fact that has it; director also of the creators of a series.")
    Member("text", \.text, required: .bytes(1...1000), "The fact: Al Pacino, Horror, 1982, South Korea, tv.")
  }
}
