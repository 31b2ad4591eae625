extension RelatedTitles {
  /// Takes titles one by one, in the order of their ranks, and forgets the names of what they have.
  struct Builder {
    private var entries: [Entry] = []
    private var features: [Feature] = []
    private var kinds: [RelatedFeature.Kind] = []
    private var numbers: [RelatedFeature: Int32] = [:]

    /// Titles after `maximumTitles` are left out.
    mutating func add(_ title: CatalogueTitle) {
      guard entries.count < RelatedTitles.maximumTitles else { return }
      let index = Int32(entries.count)
      let numbers = RelatedFeature.all(of: title).map { number(of: $0) }
      for number in numbers { features[Int(number)].holders.append(index) }
      entries.append(
        Entry(
          mediaType: title.mediaType, year: title.year, voteAverage: title.voteAverage ?? 0,
          voteCount: title.voteCount, features: numbers, genreCount: Set(title.genreIDs).count))
    }

    private mutating func number(of feature: RelatedFeature) -> Int32 {
      if let number = numbers[feature] { return number }
      let number = Int32(features.count)
      numbers[feature] = number
      features.append(Feature(isGenre: feature.kind == .genre))
      kinds.append(feature.kind)
      return number
    }

    consuming func finish() -> RelatedTitles {
      for index in features.indices {
        features[index].weight = RelatedFeature.weight(
          of: kinds[index], holders: features[index].holders.count, among: entries.count)
      }
      return RelatedTitles(entries: entries, features: features)
    }
  }
}
