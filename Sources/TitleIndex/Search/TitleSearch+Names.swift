extension TitleSearch {
  func addNames(_ question: Question, _ meanings: [WordMeanings]) {
    // A word alone is near to the names of many titles.
    let factor = question.words.count > 1 ? weights.oneLetterOff : weights.little
    for (place, word) in meanings.enumerated() {
      for other in word.corrections(index).prefix(Self.correctedNames) {
        var words = question.words
        words[place] = other
        index.spellings.each(words.joined(separator: " "), orBeginning: question.mayGoOn) {
          spelling, isWhole in
          give(spelling, score(spelling, isWhole: isWhole) * factor, isWhole: isWhole)
        }
      }
    }
    for name in question.names(weights) {
      index.spellings.each(name.text, orBeginning: !name.isFinished) { spelling, isWhole in
        guard name.isSeries == nil || isSeries(spelling) == name.isSeries else { return }
        let hasYear = isWhole && name.hasYear
        give(spelling, score(spelling, isWhole: isWhole) * name.factor, isWhole: isWhole, hasYear: hasYear)
      }
    }
    if let name = question.nameOfSeason {
      index.spellings.each(name, orBeginning: false) { spelling, isWhole in
        guard isSeries(spelling) == true else { return }
        give(spelling, score(spelling, isWhole: isWhole) * weights.season, isWhole: true)
      }
    }
    let squeezed = question.words.joined()
    if squeezed.utf8.count >= Self.minSqueezed {
      let mayBegin = question.words.count == 1 && squeezed.utf8.count >= Self.minSqueezedBeginning
      index.spellings.each(squeezed, orBeginning: mayBegin) { spelling, isWhole in
        guard spelling.kind != .initials else { return }
        let isBeginning = spelling.kind == .squeezed
        if isWhole || isBeginning {
          give(spelling, isWhole ? weights.wholeWithoutBlanks : weights.wholeWithoutBlanks / 2, isWhole: true)
        }
      }
    }
    // A whole name explains all of its words, but not the year beside it.
    let bits = question.yearPlace.map { question.required & ~(1 << UInt32($0)) } ?? question.required
    for rank in named {
      let rank = Int(rank), name = best[rank]
      best[rank] = 0
      let isWhole = explained[rank] & Self.isNamed != 0
      let hasYear = explained[rank] & Self.isNamedWithYear != 0
      explained[rank] &= ~(Self.isNamed | Self.isNamedWithYear)
      add(rank, name, hasYear ? question.required : isWhole ? bits : 0)
    }
    named.removeAll(keepingCapacity: true)
  }

  /// nil: there is no such title.
  private func isSeries(_ spelling: Spelling) -> Bool? {
    let rank = Int(spelling.rank)
    return rank < index.count ? index.records[rank].isSeries : nil
  }

  /// The best name of each title counts.
  func give(_ spelling: Spelling, _ score: Float, isWhole: Bool, hasYear: Bool = false) {
    let rank = Int(spelling.rank)
    guard rank < explained.count, score > best[rank], isWhole || explained[rank] != 0 else { return }
    if best[rank] == 0 { named.append(spelling.rank) }
    best[rank] = score
    if isWhole {
      add(rank, 0, hasYear ? Self.isNamed | Self.isNamedWithYear : Self.isNamed)
    } else {
      explained[rank] &= ~(Self.isNamed | Self.isNamedWithYear)
    }
  }

  func score(_ spelling: Spelling, isWhole: Bool) -> Float {
    let isKnown = spelling.rank < Self.knownRank
    guard isWhole else {
      return switch spelling.kind {
      case .title, .withoutArticle: isKnown ? weights.beginning : weights.beginningOfUnknown
      case .alias: weights.beginningOfAlias
      default: 0
      }
    }
    return switch spelling.kind {
    case .title: weights.wholeTitle
    // "dune" is not a film of few votes that is called "The Dune".
    case .withoutArticle: isKnown ? weights.wholeWithoutArticle : weights.beginning
    case .alias: isKnown ? weights.wholeAlias : weights.beginning
    case .squeezed: weights.wholeWithoutBlanks
    case .initials: weights.wholeInitials
    }
  }
}
