extension TitleSearch {
  func meanings(_ question: Question, _ isCorrected: Bool, keepsKnown: Bool) -> [WordMeanings] {
    question.words.enumerated().map { place, word in
      let isLast = place == question.words.count - 1
      return WordMeanings(
        word, mayBegin: isLast && question.mayGoOn || isCorrected && word.utf8.count > 4,
        isCorrected: isCorrected && !keepsKnown && question.requires(place) && question.ordinal == nil,
        hasFacets: !question.facets[place].isEmpty,
        isAlone: question.words.count == 1, index, weights)
    }
  }

  /// Those that decide first: once there is a word that only words explain, the beginnings of many words and the words
  /// that say little are looked up among its titles.
  func addWords(_ question: Question, _ meanings: [WordMeanings], _ isCorrected: Bool) {
    let first = question.words.indices.filter { place in
      question.requires(place)
        && (question.words.count == 1 || meanings[place].all.allSatisfy { $0.numbers.count == 1 })
    }
    for place in first { addWord(place, question, meanings[place], isCorrected, isNarrow: false) }
    let isDecided =
      !isCorrected && first.contains { question.facets[$0].isEmpty && question.ordinal?.place != $0 }
    // "with" in "the one with the dinosaurs" is no part of a name.
    for place in question.words.indices
    where !first.contains(place) && (!question.isDescription || question.isMeant(place)) {
      let isNarrow = isDecided || !question.requires(place) && !touched.isEmpty
      addWord(place, question, meanings[place], isCorrected, isNarrow: isNarrow)
    }
  }

  func addWord(
    _ place: Int, _ question: Question, _ meanings: WordMeanings, _ isCorrected: Bool, isNarrow: Bool
  ) {
    let word = question.words[place], bit: UInt32 = 1 << UInt32(place)
    // Of "war movies" those of other genres are none.
    if question.isList, !question.facets[place].isEmpty {
      add(meanings.all, listedFieldWeights, 1, 0, isNarrow: isNarrow)
      return
    }
    let isAbout = question.isDescription && question.facets[place].isEmpty
    let fieldWeights = isAbout ? describedFieldWeights : fieldWeights
    add(
      meanings.all, fieldWeights, question.requires(place) ? 1 : weights.little, bit, isNarrow: isNarrow)
    // "re" is rather the beginning of a word, but for "hp 1".
    if question.requires(place), word.utf8.count > 2 || question.ordinal != nil, word.utf8.count < 9 {
      addInitials(word, bit)
    }
    if question.requires(place), question.requires(place + 1), place + 1 < question.words.count,
      let number = index.number(of: word + question.words[place + 1])
    {
      let meaning = WordMeanings.Meaning(numbers: number..<number + 1, factor: weights.oneInTwo)
      add([meaning], fieldWeights, 1, 3 << UInt32(place), isNarrow: false)
    }
    if isCorrected || meanings.isUnknown { addTwoInOne(word, bit) }
  }

  /// The best reason of each title.
  ///
  /// - Parameter isNarrow: only of those that were found.
  func add(
    _ meanings: [WordMeanings.Meaning], _ fieldWeights: [Float], _ factor: Float, _ bit: UInt32,
    isNarrow: Bool
  ) {
    if meanings.count == 1, meanings[0].numbers.count == 1, !meanings[0].isCorrection {
      for posting in index.postings(of: meanings[0].numbers) {
        let rank = Int(posting >> 8)
        guard rank < explained.count, !isNarrow || explained[rank] != 0 else { continue }
        add(rank, fieldWeights[Int(posting & 0xff)] * meanings[0].factor * factor, bit)
      }
      return
    }
    var ranks: [UInt32] = []
    for meaning in meanings {
      let fieldWeights =
        meaning.isCorrection
        ? correctedFieldWeights : meaning.numbers.count > 1 ? begunFieldWeights : fieldWeights
      for posting in index.postings(of: meaning.numbers) {
        let rank = Int(posting >> 8)
        guard rank < explained.count, !isNarrow || explained[rank] != 0 else { continue }
        let weight = fieldWeights[Int(posting & 0xff)] * meaning.factor * factor
        guard best[rank] < weight else { continue }
        if best[rank] == 0 { ranks.append(UInt32(rank)) }
        best[rank] = weight
      }
    }
    for rank in ranks {
      add(Int(rank), best[Int(rank)], bit)
      best[Int(rank)] = 0
    }
  }

  func addInitials(_ word: String, _ bit: UInt32) {
    index.spellings.each(word, orBeginning: false) { spelling, _ in
      let rank = Int(spelling.rank)
      // "the" is rather a word of The Hateful Eight.
      guard spelling.kind == .initials, rank < explained.count, explained[rank] & bit == 0 else { return }
      add(rank, weights.initials, bit)
    }
  }

  /// "madmax": both parts stand in the same field.
  func addTwoInOne(_ word: String, _ bit: UInt32) {
    let bytes = Array(word.utf8)
    guard bytes.count >= 5, bytes.allSatisfy({ $0 < 0x80 }) else { return }
    for cut in 2..<(bytes.count - 1) {
      guard let one = index.number(of: String(decoding: bytes[..<cut], as: UTF8.self)),
        let other = index.number(of: String(decoding: bytes[cut...], as: UTF8.self))
      else { continue }
      let (ones, others) = (index.postings(of: one..<one + 1), index.postings(of: other..<other + 1))
      var (i, j) = (0, 0)
      while i < ones.count, j < others.count {
        let (rank, otherRank) = (ones[i] >> 8, others[j] >> 8)
        if rank == otherRank {
          let fields = ones[i] & others[j] & 0xff
          if fields != 0 { add(Int(rank), fieldWeights[Int(fields)] * weights.twoInOne, bit) }
        }
        if rank <= otherRank { i += 1 }
        if otherRank <= rank { j += 1 }
      }
    }
  }
}
