/// Words of the index that are a few letters away: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
/// (with swaps of neighbours, each letter edited once).
///
/// The words are in order, so those that begin alike share the first rows of the matrix; and where a beginning is too far
/// already, all words that have it are passed over.
struct NearWords {
  struct Word: Equatable {
    let number: Int
    let distance: Int
  }

  /// Longer ones have no near words.
  private static let maxLength = 32

  /// - Parameter most: the distance.
  static func of(_ text: String, most: Int, in index: CatalogueIndex) -> [Word] {
    let typed = Array(text.utf8)
    guard !typed.isEmpty, typed.count <= maxLength else { return [] }
    let width = typed.count + 1, height = typed.count + most + 1
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * (height + 1) + height + 1) {
      memory in
      let rows = UnsafeMutableBufferPointer(rebasing: memory[..<(width * (height + 1))])
      // The beginning that the rows are of.
      let stem = UnsafeMutableBufferPointer(rebasing: memory[(width * (height + 1))...])
      for column in 0..<width { rows[column] = UInt8(column) }
      return typed.withUnsafeBufferPointer { walk($0, most, index, rows, stem, width, height) }
    }
  }

  private static func walk(
    _ typed: UnsafeBufferPointer<UInt8>, _ most: Int, _ index: CatalogueIndex,
    _ rows: UnsafeMutableBufferPointer<UInt8>, _ stem: UnsafeMutableBufferPointer<UInt8>, _ width: Int,
    _ height: Int
  ) -> [Word] {
    var found: [Word] = []
    var known = 0
    var number = 0
    while number < index.wordCount {
      let word = index.word(number)
      var depth = 0
      while depth < min(known, word.count), stem[depth] == word[depth] { depth += 1 }
      var isTooFar = false
      while depth < word.count, !isTooFar {
        guard depth + 1 < height else {
          isTooFar = true
          break
        }
        stem[depth] = word[depth]
        depth += 1
        isTooFar = fill(depth, typed, stem, rows, width) > most
      }
      known = depth
      if !isTooFar {
        let distance = Int(rows[depth * width + typed.count])
        if distance <= most { found.append(Word(number: number, distance: distance)) }
        number += 1
      } else {
        number = next(after: number, beginning: word, depth, index)
      }
    }
    return found
  }

  /// - Returns: the least of the row.
  private static func fill(
    _ depth: Int, _ typed: UnsafeBufferPointer<UInt8>, _ stem: UnsafeMutableBufferPointer<UInt8>,
    _ rows: UnsafeMutableBufferPointer<UInt8>, _ width: Int
  ) -> Int {
    let row = depth * width, before = row - width
    rows[row] = UInt8(depth)
    var least = UInt8(depth)
    for column in 1..<width {
      let isSame = typed[column - 1] == stem[depth - 1]
      var value = min(
        rows[before + column] + 1, rows[row + column - 1] + 1, rows[before + column - 1] + (isSame ? 0 : 1))
      if depth > 1, column > 1, typed[column - 1] == stem[depth - 2], typed[column - 2] == stem[depth - 1] {
        value = min(value, rows[before - width + column - 2] + 1)
      }
      rows[row + column] = value
      least = min(least, value)
    }
    return Int(least)
  }

  /// Most such words are few: the next ones are looked at before the rest is searched.
  private static func next(
    after number: Int, beginning word: UnsafeBufferPointer<UInt8>, _ length: Int, _ index: CatalogueIndex
  ) -> Int {
    let beginning = word.prefix(length)
    var low = number + 1, step = 1
    while low + step < index.wordCount, index.word(low + step).starts(with: beginning) {
      low += step
      step *= 2
    }
    var high = min(low + step, index.wordCount)
    while low < high {
      let middle = (low + high) / 2
      if index.word(middle).starts(with: beginning) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
