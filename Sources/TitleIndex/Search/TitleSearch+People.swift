extension TitleSearch {
  /// Two words of people that follow each other are one name: "kurt russell" are not Kurt and Russell. Where words were
  /// corrected, titles that have them of two people are left out: nearly every word is near the name of somebody.
  ///
  /// - Returns: whether they are of two in the first title.
  func compareNames(
    _ question: Question, _ meanings: [WordMeanings], isCorrected: Bool,
    _ answer: inout (titles: [Found], total: Int)
  ) -> Bool {
    let pairs = question.words.indices.dropLast().filter { place in
      question.requires(place) && question.requires(place + 1)
        && (isCorrected || isName(question.words[place]) && isName(question.words[place + 1]))
    }
    guard !pairs.isEmpty else { return false }
    let words = MeantWords(question.words, meanings, index)
    let head = answer.titles.prefix(Self.compared).map { title in
      (title: title, strangers: strangers(title.rank, question, words, pairs))
    }
    let kept = isCorrected ? head.filter { $0.strangers.meant == 0 } : head
    let ordered = kept.map { title, strangers in
      (
        Found(rank: title.rank, score: title.score + weights.twoPeople * Float(strangers.typed)),
        strangers.typed
      )
    }.sorted { $0.0 > $1.0 }
    answer.titles.replaceSubrange(..<head.count, with: ordered.map(\.0))
    answer.total -= head.count - kept.count
    return (ordered.first?.1 ?? 0) > 0
  }

  /// Stands in names of people.
  func isName(_ word: String) -> Bool {
    guard let number = index.number(of: word) else { return false }
    return index.postings(of: number..<number + 1).contains {
      UInt8(truncatingIfNeeded: $0) & Fields.people.rawValue != 0
    }
  }

  /// - Returns: how many of the pairs are of two people: as they were typed, and as they are meant.
  private func strangers(
    _ rank: Int, _ question: Question, _ words: MeantWords, _ pairs: [Int]
  ) -> (typed: Int, meant: Int) {
    let title = TitleText(index, rank)
    let people = title.people.map { Named(by: words, SearchFold.plain($0)?.words ?? []) }.filter {
      $0.all.meant != 0
    }
    guard !people.isEmpty else { return (0, 0) }
    lazy var elsewhere = title.otherWords.reduce(0) { $0 | words.places(of: $1).meant }
    func standsElsewhere(_ place: Int) -> Bool {
      elsewhere & 1 << UInt32(place) != 0
        || question.facets[place].contains { $0.weight(of: index.records[rank], weights) > 0 }
    }
    var strangers = (typed: 0, meant: 0)
    for place in pairs {
      let one: UInt32 = 1 << UInt32(place), pair = one | one << 1
      let isTyped = areStrangers(people.map(\.all.typed), people.map(\.last.typed), one)
      let isMeant = areMeantAsStrangers(people, words, one, explained[rank])
      guard isTyped || isMeant, !standsElsewhere(place), !standsElsewhere(place + 1) else { continue }
      if isTyped { strangers.typed += 1 }
      if isMeant, !people.contains(where: { $0.all.meant & pair != 0 && $0.all.meant.nonzeroBitCount > 1 }) {
        strangers.meant += 1
      }
    }
    return strangers
  }

  /// Somebody has the one word and somebody else the next one, but for the end of a name and another one: "pacino kilmer".
  private func areStrangers(_ all: [UInt32], _ last: [UInt32], _ one: UInt32) -> Bool {
    let pair = one | one << 1
    return all.reduce(0) { $0 | $1 } & pair == pair && !all.contains { $0 & pair == pair }
      && !last.contains { $0 & one != 0 }
  }

  private func areMeantAsStrangers(
    _ people: [Named], _ words: MeantWords, _ one: UInt32, _ explained: UInt32
  ) -> Bool {
    let pair = one | one << 1
    let (meant, typed) = people.reduce((UInt32(0), UInt32(0))) { ($0.0 | $1.all.meant, $0.1 | $1.all.typed) }
    guard meant & pair != 0 else { return false }
    if meant & pair == pair {
      return areStrangers(
        people.map(\.all.meant), people.map { words.unknown & one != 0 ? $0.last.meant : $0.last.typed }, one)
    }
    // "roger deakins" is not Patty Jenkins, of whom nothing says Roger.
    return explained & pair & ~meant == 0 && typed & pair == 0
  }
}

/// Which words of a question name a person.
private struct Named {
  var all = MeantWords.Places()
  var last = MeantWords.Places()

  init(by words: MeantWords, _ names: [String]) {
    for name in names {
      last = words.places(of: name)
      all.typed |= last.typed
      all.meant |= last.meant
    }
  }
}

/// The words that those of a question may mean.
private struct MeantWords {
  /// A bit for each word of the question.
  struct Places {
    var typed: UInt32 = 0
    /// Also by a correction.
    var meant: UInt32 = 0
  }

  private var all: [String: Places] = [:]
  /// Of longer words.
  private var beginnings: [(bit: UInt32, text: String)] = []
  /// No word of the index is spelt so.
  private(set) var unknown: UInt32 = 0

  init(_ words: [String], _ meanings: [WordMeanings], _ index: CatalogueIndex) {
    for (place, word) in words.enumerated() {
      let bit: UInt32 = 1 << UInt32(place)
      add(word, bit, isTyped: true)
      for meaning in meanings[place].all where meaning.numbers.count == 1 {
        let other = String(decoding: index.word(meaning.numbers.lowerBound), as: UTF8.self)
        add(other, bit, isTyped: !meaning.isCorrection)
      }
      if meanings[place].all.contains(where: { $0.numbers.count > 1 }) { beginnings.append((bit, word)) }
      if meanings[place].isUnknown { unknown |= bit }
    }
  }

  private mutating func add(_ word: String, _ bit: UInt32, isTyped: Bool) {
    all[word, default: Places()].meant |= bit
    if isTyped { all[word, default: Places()].typed |= bit }
  }

  func places(of word: String) -> Places {
    var places = all[word] ?? Places()
    for (bit, text) in beginnings where word.utf8.starts(with: text.utf8) {
      places.typed |= bit
      places.meant |= bit
    }
    return places
  }
}
