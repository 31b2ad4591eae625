extension RelatedTitles {
  /// Adds titles one by one, in the order of their ranks, and discards the names of their features.
  struct Builder {
    private var entries: [Entry] = []
    private var features = NumberLists()
    private var numbers: [RelatedFeature: Int32] = [:]
    private var kinds: [RelatedFeature.Kind] = []
    private var holders: [Int] = []

    /// Titles after `maxTitles` are ignored.
    mutating func add(_ title: CatalogueTitle) {
      guard entries.count < RelatedTitles.maxTitles else { return }
      features.append(RelatedFeature.all(of: title).map { number(of: $0) })
      entries.append(
        Entry(
          mediaType: title.mediaType, year: title.year, voteAverage: title.voteAverage ?? 0,
          voteCount: title.voteCount, genreCount: Set(title.genreIDs).count))
    }

    private mutating func number(of feature: RelatedFeature) -> Int32 {
      if let number = numbers[feature] {
        holders[Int(number)] += 1
        return number
      }
      let number = Int32(kinds.count)
      numbers[feature] = number
      kinds.append(feature.kind)
      holders.append(1)
      return number
    }

    func finish() -> RelatedTitles {
      // A feature of a single title would have the highest weight, and relates it to nothing.
      var features: [Feature] = []
      let renumbered = kinds.indices.map { number -> Int32? in
        guard holders[number] > 1 else { return nil }
        let kind = kinds[number]
        let weight = RelatedFeature.weight(of: kind, holders: holders[number], among: entries.count)
        features.append(Feature(weight: weight, isGenre: kind == .genre))
        return Int32(features.count - 1)
      }
      var featuresOfTitles = NumberLists()
      for title in entries.indices {
        featuresOfTitles.append(self.features[title].compactMap { renumbered[Int($0)] })
      }
      return RelatedTitles(entries: entries, features: features, featuresOfTitles: featuresOfTitles)
    }
  }
}
