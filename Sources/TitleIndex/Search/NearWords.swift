/// Words of the index that are a few letters away: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
/// (with swaps of neighbours, each letter edited once).
///
/// The words are in order, so those that begin alike share the first steps of the automaton; and where a beginning is too
/// far already, all words that have it are passed over.
struct NearWords {
  struct Word: Equatable {
    let number: Int
    let distance: Int
  }

  /// Longer ones have no near words.
  private static let maxLength = 32

  private let typed: [UInt8]
  /// Which letters of what was typed are this byte: a bit for each.
  private var places = [UInt64](repeating: 0, count: 256)
  /// At most 2.
  private let most: Int

  /// - Parameter most: the distance, at most 2.
  static func of(_ text: String, most: Int, in index: CatalogueIndex) -> [Word] {
    let typed = Array(text.utf8)
    guard !typed.isEmpty, typed.count <= maxLength else { return [] }
    return NearWords(typed, most).walk(index)
  }

  private init(_ typed: [UInt8], _ most: Int) {
    (self.typed, self.most) = (typed, most)
    for (place, letter) in typed.enumerated() { places[Int(letter)] |= 1 << UInt64(place) }
  }

  /// After a beginning of a word: bit n of each is set if it is at most 0, 1 or 2 edits away from the first n letters of
  /// what was typed (Wu and Manber 1992, https://en.wikipedia.org/wiki/Bitap_algorithm).
  private struct State {
    var within0: UInt64 = 1
    var within1: UInt64 = 3
    var within2: UInt64 = 7

    func distance(_ bits: UInt64) -> Int? {
      within0 & bits != 0 ? 0 : within1 & bits != 0 ? 1 : within2 & bits != 0 ? 2 : nil
    }
  }

  private func walk(_ index: CatalogueIndex) -> [Word] {
    let lengths = max(typed.count - most, 1)...typed.count + most
    let whole: UInt64 = 1 << UInt64(typed.count), any = whole << 1 - 1
    return withUnsafeTemporaryAllocation(of: State.self, capacity: lengths.upperBound + 1) { states in
      states.initialize(repeating: State())
      var found: [Word] = []
      // The length of the beginning that the states are of, and whether it is too far.
      var depth = 0, isTooFar = false
      var places = index.wordPlaces.places(from: 0)
      for number in 0..<index.wordCount {
        guard let place = places.next() else { break }
        let shared = Int(index.wordStems[number])
        if isTooFar, shared >= depth { continue }
        depth = min(depth, shared)
        isTooFar = false
        // Others are too far as well; most words are.
        guard lengths.contains(place.count) else { continue }
        let word = index.word(at: place)
        while depth < word.count, !isTooFar {
          depth += 1
          states[depth] = next(states, depth, word)
          isTooFar = states[depth].distance(any).map { $0 > most } ?? true
        }
        if !isTooFar, let distance = states[depth].distance(whole), distance <= most {
          found.append(Word(number: number, distance: distance))
        }
      }
      return found
    }
  }

  private func next(
    _ states: UnsafeMutableBufferPointer<State>, _ depth: Int, _ word: UnsafeBufferPointer<UInt8>
  ) -> State {
    let last = states[depth - 1], same = places[Int(word[depth - 1])]
    var next = State()
    next.within0 = (last.within0 & same) << 1
    // The same letter; one too many; another one; one too few.
    next.within1 = (last.within1 & same) << 1 | last.within0 | (last.within0 | next.within0) << 1
    next.within2 = (last.within2 & same) << 1 | last.within1 | (last.within1 | next.within1) << 1
    if depth > 1 {
      // Two in the other order.
      let before = states[depth - 2], swapped = same & places[Int(word[depth - 2])] >> 1
      next.within1 |= (before.within0 & swapped) << 2
      next.within2 |= (before.within1 & swapped) << 2
    }
    return next
  }
}
