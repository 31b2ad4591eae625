extension TitleSearch {
  /// Two words of people that follow each other are one name: "kurt russell" are not Kurt and Russell.
  ///
  /// - Returns: whether they are of two in the first title.
  func compareNames(_ question: Question, _ titles: inout [Found]) -> Bool {
    guard question.words.count > 1 else { return false }
    let pairs = question.words.indices.dropLast().filter { place in
      question.requires(place) && question.requires(place + 1) && isName(question.words[place])
        && isName(question.words[place + 1])
    }
    guard !pairs.isEmpty else { return false }
    let head = titles.prefix(Self.compared).map { title in
      (title: title, penalty: strangers(title.rank, question.words, pairs))
    }
    let ordered = head.map { (Found(rank: $0.title.rank, score: $0.title.score + $0.penalty), $0.penalty) }
      .sorted { $0.0 > $1.0 }
    titles.replaceSubrange(..<ordered.count, with: ordered.map(\.0))
    return (ordered.first?.1 ?? 0) < 0
  }

  /// Stands in names of people.
  func isName(_ word: String) -> Bool {
    guard let number = index.number(of: word) else { return false }
    return index.postings(of: number..<number + 1).contains {
      UInt8(truncatingIfNeeded: $0) & Fields.people.rawValue != 0
    }
  }

  func strangers(_ rank: Int, _ words: [String], _ pairs: [Int]) -> Float {
    let title = TitleText(index, rank)
    let names = title.people.map { SearchFold.plain($0)?.words ?? [] }
    let others = Set(title.otherWords)
    return pairs.reduce(0) { score, place in
      let (one, other) = (words[place], words[place + 1])
      if others.contains(one) || others.contains(other) { return score }
      let having = names.filter { $0.contains(one) }
      guard !having.isEmpty, names.contains(where: { $0.contains(other) }) else { return score }
      return having.contains { $0.contains(other) || $0.last == one } ? score : score + weights.twoPeople
    }
  }
}
