/// The best so many of all that are added.
struct BestFound {
  private let limit: Int
  private var found: [TitleSearch.Found] = []
  private var worst: TitleSearch.Found?
  private(set) var count = 0

  /// One with less is not among them.
  var least: Float { worst?.score ?? -.infinity }

  init(_ limit: Int) { self.limit = limit }

  /// One that cannot be among them.
  mutating func pass() { count += 1 }

  mutating func add(_ title: TitleSearch.Found) {
    count += 1
    if let worst, title < worst { return }
    found.append(title)
    if found.count >= 2 * limit { cut() }
  }

  var titles: [TitleSearch.Found] {
    mutating get {
      cut()
      return found
    }
  }

  private mutating func cut() {
    found.sort(by: >)
    guard found.count > limit else { return }
    found.removeLast(found.count - limit)
    worst = found.last
  }
}
