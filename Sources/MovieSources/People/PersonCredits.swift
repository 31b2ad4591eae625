package import MovieProtocol

/// The titles of a person, from the single parts and jobs.
extension [CreditedTitle] {
  /// Each title once. Its department is the first of its jobs.
  package var merged: [CreditedTitle] {
    var places: [TitleKey: Int] = [:]
    var all: [CreditedTitle] = []
    for title in self {
      if let place = places[title.title.key] {
        all[place].credit.add(title.credit)
      } else {
        places[title.title.key] = all.count
        all.append(title)
      }
    }
    return all
  }

  /// - Parameter department: or a job, in any case of letters.
  package func fitting(_ params: CreditsParams) -> [CreditedTitle] {
    let word = params.department?.lowercased()
    let fitting = filter { title in
      if let type = params.mediaType, title.title.mediaType != type { return false }
      return word == nil || title.credit.department.lowercased() == word
        || title.credit.job?.lowercased() == word
    }
    return fitting.merged.sorted(by: params.sortBy)
  }

  /// Those without a value come last; of equal ones the order stays.
  private func sorted(by order: SortOrder<CreditField>) -> [CreditedTitle] {
    switch order.field {
    case .releaseDate: sorted(order.isAscending) { $0.releaseDate }
    case .title: sorted(order.isAscending) { $0.title.lowercased() }
    case .voteAverage: sorted(order.isAscending) { $0.voteAverage }
    case .voteCount: sorted(order.isAscending) { $0.voteCount }
    case .popularity: sorted(order.isAscending) { $0.popularity }
    }
  }

  private func sorted<Value: Comparable>(
    _ isAscending: Bool, _ value: (Title) -> Value?
  ) -> [CreditedTitle] {
    let keyed = enumerated().map { (offset: $0.offset, value: value($0.element.title), row: $0.element) }
    return keyed.sorted { one, other in
      switch (one.value, other.value) {
      case (let one?, let other?) where one != other: isAscending ? one < other : one > other
      case (.some, nil): true
      case (nil, .some): false
      default: one.offset < other.offset
      }
    }.map(\.row)
  }

  /// Without those in which somebody appears as themselves, or is thanked.
  package var ownWork: Self {
    filter { title in
      Self.chatGenres.isDisjoint(with: title.title.genreIDs)
        && title.credit.character?.hasPrefix("Self") != true && title.credit.job != "Thanks"
    }
  }

  /// Talk and news, in which everybody was once.
  private static var chatGenres: Set<Int> { [10763, 10767] }

  /// The best known of what the person is known for.
  package func knownFor(_ department: String?) -> [Title] {
    let own = ownWork.filter { department == nil || $0.credit.department == department }
    return (own.isEmpty ? self : own).merged.map(\.title)
      .sorted { ($0.voteCount ?? 0, $1.key) > ($1.voteCount ?? 0, $0.key) }
  }
}

extension Credit {
  private static let maxNames = 6

  /// Another part or job in the same title.
  fileprivate mutating func add(_ other: Credit) {
    character = Self.joined(character, other.character, " / ")
    job = Self.joined(job, other.job, ", ")
    // The same episodes may be counted twice.
    episodeCount = [episodeCount, other.episodeCount].compactMap(\.self).max()
  }

  private static func joined(_ one: String?, _ other: String?, _ separator: String) -> String? {
    guard let one, let other else { return one ?? other }
    let names = one.components(separatedBy: separator)
    return names.contains(other) || names.count >= maxNames ? one : one + separator + other
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator).map(String.init)
  }
}
