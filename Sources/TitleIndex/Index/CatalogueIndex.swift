/// An index to read: views of a file, or of sections in memory. Nothing in it is trusted: a place outside of its
/// section is as if nothing stood there, so a file that was damaged later gives wrong answers, not a crash (see also `LostPages`).
package final class CatalogueIndex: @unchecked Sendable {
  // Nothing here changes after `init`, and `owner` keeps the memory.
  private let owner: any Sendable
  private let file: MappedFile?
  let text: UnsafeBufferPointer<UInt8>
  let lines: UnsafeBufferPointer<UInt32>
  package let records: UnsafeBufferPointer<TitleRecord>
  let words: UnsafeBufferPointer<UInt8>
  let wordStems: UnsafeBufferPointer<UInt8>
  let wordStarts: UnsafeBufferPointer<UInt32>
  let postingStarts: UnsafeBufferPointer<UInt32>
  let postings: UnsafeBufferPointer<UInt32>
  let spellings: SpellingList
  /// Ranks: first of films, then of series, in the order of their IDs.
  let ids: UnsafeBufferPointer<UInt32>

  init(_ views: IndexViews, owner: any Sendable, file: MappedFile? = nil) {
    (self.owner, self.file) = (owner, file)
    text = views.bytes(.text)
    lines = views.values(.lines)
    records = views.values(.records)
    words = views.bytes(.words)
    wordStems = views.bytes(.wordStems)
    wordStarts = views.values(.wordStarts)
    postingStarts = views.values(.postingStarts)
    postings = views.values(.postings)
    spellings = SpellingList(views.bytes(.spellings), blocks: views.values(.spellingBlocks))
    ids = views.values(.ids)
  }

  package var count: Int { records.count }

  /// Another program has cut its file, and what was lost has been read.
  package var isCut: Bool { file?.isCut ?? false }

  /// The title's `TableColumn.texts`, a tab between them, without those at the end that are empty.
  func line(_ rank: Int) -> UnsafeBufferPointer<UInt8> {
    guard rank >= 0, rank + 1 < lines.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    return slice(text, Int(lines[rank]), Int(lines[rank + 1]))
  }

  // MARK: Words, by their numbers

  var wordCount: Int { max(0, min(wordStarts.count, postingStarts.count, wordStems.count + 1) - 1) }

  func word(_ number: Int) -> UnsafeBufferPointer<UInt8> {
    slice(words, Int(wordStarts[number]), Int(wordStarts[number + 1]))
  }

  func length(ofWord number: Int) -> Int { Int(wordStarts[number + 1]) - Int(wordStarts[number]) }

  /// Each is `rank << 8 | Fields`.
  func postings(of numbers: Range<Int>) -> UnsafeBufferPointer<UInt32> {
    guard numbers.lowerBound >= 0, numbers.upperBound < postingStarts.count, !numbers.isEmpty else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return slice(postings, Int(postingStarts[numbers.lowerBound]), Int(postingStarts[numbers.upperBound]))
  }

  /// The number of the first word that is not below the text.
  func firstWord(notBelow text: some Collection<UInt8>) -> Int {
    let text = Array(text)
    return text.withUnsafeBufferPointer { text in
      var (low, high) = (0, wordCount)
      while low < high {
        let middle = (low + high) / 2
        if compare(word(middle), text) < 0 { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  func number(of word: String) -> Int? {
    let bytes = Array(word.utf8)
    let number = firstWord(notBelow: bytes)
    return number < wordCount && self.word(number).elementsEqual(bytes) ? number : nil
  }

  /// The words that begin with the text.
  func numbers(beginning text: String) -> Range<Int> {
    let bytes = Array(text.utf8)
    let first = firstWord(notBelow: bytes)
    // No UTF-8 has the byte 0xff.
    return first..<max(first, firstWord(notBelow: bytes + [0xff]))
  }

  private func slice<Value>(_ all: UnsafeBufferPointer<Value>, _ start: Int, _ end: Int)
    -> UnsafeBufferPointer<Value>
  {
    start <= end && end <= all.count
      ? UnsafeBufferPointer(rebasing: all[start..<end]) : UnsafeBufferPointer(start: nil, count: 0)
  }

  private func compare(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
    for place in 0..<min(one.count, other.count) where one[place] != other[place] {
      return Int(one[place]) - Int(other[place])
    }
    return one.count - other.count
  }
}
