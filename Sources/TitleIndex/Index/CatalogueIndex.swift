/// An index to read: views of a file, or of sections in memory. Nothing in it is trusted: a place outside of its
/// section is as if nothing stood there, so a file that was damaged later gives wrong answers, not a crash (see also `LostPages`).
package final class CatalogueIndex: @unchecked Sendable {
  // Nothing here changes after `init`, and `owner` keeps the memory.
  private let owner: any Sendable
  private let file: MappedFile?
  private let text: UnsafeBufferPointer<UInt8>
  private let textPlaces: OffsetList
  package let records: UnsafeBufferPointer<TitleRecord>
  private let words: UnsafeBufferPointer<UInt8>
  let wordStems: UnsafeBufferPointer<UInt8>
  let wordPlaces: OffsetList
  private let postings: UnsafeBufferPointer<UInt32>
  private let postingPlaces: OffsetList
  let spellings: SpellingList
  /// Ranks: first of films, then of series, in the order of their IDs.
  let ids: UnsafeBufferPointer<UInt32>

  init(_ views: IndexViews, owner: any Sendable, file: MappedFile? = nil) {
    (self.owner, self.file) = (owner, file)
    text = views.bytes(.text)
    textPlaces = OffsetList(views.bytes(.textPlaces))
    records = views.values(.records)
    words = views.bytes(.words)
    wordStems = views.bytes(.wordStems)
    wordPlaces = OffsetList(views.bytes(.wordPlaces))
    postings = views.values(.postings)
    postingPlaces = OffsetList(views.bytes(.postingPlaces))
    spellings = SpellingList(views.bytes(.spellings), blocks: views.values(.spellingBlocks))
    ids = views.values(.ids)
  }

  package var count: Int { records.count }

  /// Another program has cut its file, and what was lost has been read.
  package var isCut: Bool { file?.isCut ?? false }

  /// The title's `TableColumn.texts`, a tab between them, without those at the end that are empty.
  func line(_ rank: Int) -> UnsafeBufferPointer<UInt8> {
    slice(text, textPlaces.place(of: rank))
  }

  // MARK: Words, by their numbers

  var wordCount: Int { min(wordPlaces.count, postingPlaces.count, wordStems.count) }

  func word(_ number: Int) -> UnsafeBufferPointer<UInt8> {
    word(at: wordPlaces.place(of: number))
  }

  func word(at place: Range<Int>?) -> UnsafeBufferPointer<UInt8> { slice(words, place) }

  /// Each is `rank << 8 | Fields`.
  func postings(of numbers: Range<Int>) -> UnsafeBufferPointer<UInt32> {
    guard let first = postingPlaces.place(of: numbers.lowerBound), !numbers.isEmpty else {
      return slice(postings, nil)
    }
    let last = numbers.count == 1 ? first : postingPlaces.place(of: numbers.upperBound - 1)
    return slice(postings, last.map { first.lowerBound..<max(first.lowerBound, $0.upperBound) })
  }

  /// The number of the first word that is not below the text.
  func firstWord(notBelow text: some Collection<UInt8>) -> Int {
    let text = Array(text)
    return text.withUnsafeBufferPointer { text in
      var (low, high) = (0, (wordCount + OffsetList.block - 1) / OffsetList.block)
      while low < high {
        let middle = (low + high) / 2
        if compare(word(middle * OffsetList.block), text) < 0 { low = middle + 1 } else { high = middle }
      }
      var number = max(0, low - 1) * OffsetList.block
      var places = wordPlaces.places(from: number)
      while number < wordCount, let place = places.next(), compare(word(at: place), text) < 0 { number += 1 }
      return number
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

  private func slice<Value>(
    _ all: UnsafeBufferPointer<Value>, _ place: Range<Int>?
  ) -> UnsafeBufferPointer<Value> {
    guard let place, place.upperBound <= all.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(rebasing: all[place])
  }

  private func compare(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
    for place in 0..<min(one.count, other.count) where one[place] != other[place] {
      return Int(one[place]) - Int(other[place])
    }
    return one.count - other.count
  }
}
