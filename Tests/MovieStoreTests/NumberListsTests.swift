import Testing

@testable import MovieStore

@Suite struct NumberListsTests {
  private func lists(_ lists: [[Int32]]) -> NumberLists {
    var made = NumberLists()
    for list in lists { made.append(list) }
    return made
  }

  private func all(_ lists: NumberLists) -> [[Int32]] { (0..<lists.count).map { Array(lists[$0]) } }

  @Test func lists_are_given_back() {
    #expect(all(lists([[], [3, 1], [], [2], []])) == [[], [3, 1], [], [2], []])
    #expect(all(lists([])) == [])
  }

  @Test func inverted_lists_say_who_has_a_number() {
    let inverted = lists([[2, 0], [], [0], [4, 2, 0]]).inverted(numbers: 6)
    #expect(all(inverted) == [[0, 2, 3], [], [0, 3], [], [3], []])
    #expect(all(inverted.inverted(numbers: 4)) == [[0, 2], [], [0], [0, 2, 4]])
    #expect(all(lists([]).inverted(numbers: 2)) == [[], []])
    #expect(all(lists([[], []]).inverted(numbers: 0)) == [])
  }
}
