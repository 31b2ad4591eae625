/// Why a title was found, for words that do not stand in its names.
package struct WordReason: Equatable, Sendable {
  package enum Field: String, Sendable, CaseIterable {
    case collection, director, cast, keyword, network, genre, year, country, type
  }

  /// As it was typed, in the search form; neighbours that mean the same are one.
  package var word: String
  package let field: Field
  /// What it stands in: `Al Pacino`; for a genre its TMDB ID, for a country or language its code.
  package let text: String
}

extension TitleSearch {
  /// Of a title that the answer has. The words of its names are not in it.
  package func matched(_ rank: Int, _ answer: Answer) -> [WordReason] {
    guard let question = answer.question, rank < index.count else { return [] }
    let title = TitleText(index, rank)
    let named = Set(title.namedWords)
    var matched: [WordReason] = []
    var last = -2
    for (place, word) in question.words.enumerated() where question.isMeant(place) {
      let meanings = answer.meanings[place]
      func means(_ text: String) -> Bool {
        (SearchFold.plain(text)?.words ?? []).contains { meanings.has($0, index) }
      }
      if named.contains(where: { meanings.has($0, index) }) { continue }
      guard let (field, text) = reason(question.facets[place], title, index.records[rank], means) else {
        continue
      }
      if last == place - 1, let before = matched.last, before.field == field, before.text == text {
        matched[matched.count - 1].word += " " + word
      } else {
        matched.append(WordReason(word: word, field: field, text: text))
      }
      last = place
    }
    return matched
  }

  private func reason(
    _ facets: [Facet], _ title: TitleText, _ record: TitleRecord, _ means: (String) -> Bool
  ) -> (WordReason.Field, String)? {
    for (field, column) in [
      (WordReason.Field.director, TableColumn.director), (.cast, .cast), (.collection, .collection),
    ] {
      if let text = title.items(column).first(where: means) { return (field, text) }
    }
    for facet in facets where facet.weight(of: record, weights) > 0 {
      switch facet {
      case .years: return (.year, "\(record.year)")
      case .genres(let genres):
        let id = TitleRecord.genres.enumerated().first {
          genres & record.genres & 1 << UInt32($0.offset) != 0
        }
        return (.genre, id.map { "\($0.element)" } ?? "")
      case .place(_, let countries):
        let code = [record.countries.0, record.countries.1].first { countries.contains($0) }
        return (.country, code.map { LetterCode.text($0).uppercased() } ?? LetterCode.text(record.language))
      case .mediaType: return (.type, record.isSeries ? "tv" : "movie")
      }
    }
    for (field, column) in [(WordReason.Field.network, TableColumn.networks), (.keyword, .keywords)] {
      if let text = title.items(column).first(where: means) { return (field, text) }
    }
    return nil
  }

  /// The query with the words that were meant, without those that were left out; nil if it is as it was typed.
  package func corrected(_ answer: Answer) -> String? {
    guard let question = answer.question, let first = answer.titles.first else { return nil }
    let title = TitleText(index, first.rank)
    let words =
      title.namedWords + (title.people + title.items(.keywords)).flatMap { SearchFold.plain($0)?.words ?? [] }
    let typed = question.words
    let meant = zip(typed.indices, answer.meanings).compactMap { place, meanings -> String? in
      if answer.left & 1 << UInt32(place) != 0 { return nil }
      let word = typed[place]
      // "o toole" is one word there.
      let joined = [
        place > 0 ? typed[place - 1] + word : word, place + 1 < typed.count ? word + typed[place + 1] : word,
      ]
      if words.contains(where: { meanings.has($0, index, isCorrection: false) || joined.contains($0) }) {
        return word
      }
      return words.first { meanings.has($0, index, isCorrection: true) } ?? word
    }
    return meant == question.words ? nil : meant.joined(separator: " ")
  }
}
