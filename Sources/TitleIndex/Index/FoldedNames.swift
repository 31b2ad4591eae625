/// The words of names that many titles have, each name folded once: all casts are some 200,000 people.
struct FoldedNames {
  private var names = WordPool()
  private var words: [UInt32] = []
  /// The end of the words of each name is the start of the next one's.
  private var starts = [0]

  /// The numbers of the name's words in the pool.
  mutating func words(
    of name: UnsafeBufferPointer<UInt8>, in pool: inout WordPool,
    by folder: NameFolder, areNames: Bool
  ) -> ArraySlice<UInt32> {
    let number = names.number(of: name)
    if number + 1 == starts.count {
      folder.eachSpelling(name, areNames: areNames) { text, _ in
        NameFolder.eachWord(text) { words.append(UInt32(pool.number(of: $0))) }
      }
      starts.append(words.count)
    }
    return words[starts[number]..<starts[number + 1]]
  }
}
