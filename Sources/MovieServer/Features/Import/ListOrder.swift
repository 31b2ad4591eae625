import MovieProtocol

/// Whether the order of a list is that in which its titles were added: then the library has it, too.
struct ListOrder {
  private var places: [(place: Int, date: Timestamp?)] = []

  mutating func add(_ place: Int, _ date: Timestamp?) { places.append((place, date)) }

  private var isByDate: Bool {
    let dates = places.sorted { $0.place < $1.place }.map { $0.date?.seconds }
    return zip(dates, dates.dropFirst()).allSatisfy { earlier, later in
      if let earlier, let later { earlier <= later } else { false }
    }
  }

  /// - Parameter field: what the file calls the place in the list.
  func report(_ field: String, _ plan: inout ImportPlan) {
    if places.count > 1, !isByDate { plan.dropped.add(field, of: plan.file, places.count) }
  }
}
