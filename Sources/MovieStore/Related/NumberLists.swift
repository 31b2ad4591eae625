/// Many short lists of numbers in two arrays: a separate array for each would take more memory than its
/// numbers.
struct NumberLists: Sendable {
  private var items: [Int32] = []
  /// Where each list ends.
  private var ends: [Int32] = []

  var count: Int { ends.count }

  subscript(index: Int) -> ArraySlice<Int32> {
    items[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
  }

  mutating func append(_ list: some Sequence<Int32>) {
    items.append(contentsOf: list)
    ends.append(Int32(items.count))
  }

  /// The lists that contain each number: those with 0 first, then 1, up to `numbers - 1`. Lists are
  /// ascending.
  ///
  /// - Parameter numbers: greater than every number in the lists.
  func inverted(numbers: Int) -> NumberLists {
    var next = [Int32](repeating: 0, count: numbers)
    for item in items { next[Int(item)] += 1 }
    var inverted = NumberLists()
    inverted.items = [Int32](repeating: 0, count: items.count)
    inverted.ends.reserveCapacity(numbers)
    var end: Int32 = 0
    for number in next.indices {
      let count = next[number]
      next[number] = end
      end += count
      inverted.ends.append(end)
    }
    for list in 0..<count {
      for item in self[list] {
        inverted.items[Int(next[Int(item)])] = Int32(list)
        next[Int(item)] += 1
      }
    }
    return inverted
  }
}
