/// The whole names under which titles are found, in the order of their texts, in blocks of 64: what a name shares with
/// the one before it is left out.
///
/// Of each: how many bytes it shares with the one before, how many follow, these bytes, and `rank << 3 | Kind`; the first
/// of a block has all of its bytes, so that reading can begin there. Numbers have 7 bits a byte, the lowest first.
struct SpellingList {
  static let block = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where each block begins.
  private let blocks: UnsafeBufferPointer<UInt32>

  init(_ bytes: UnsafeBufferPointer<UInt8>, blocks: UnsafeBufferPointer<UInt32>) {
    (self.bytes, self.blocks) = (bytes, blocks)
  }

  /// Those that are the text, or begin with it, in their order.
  func each(_ text: String, orBeginning: Bool, _ body: (_ spelling: Spelling, _ isWhole: Bool) -> Void) {
    var text = text
    text.withUTF8 { text in
      var reader = reader(before: text)
      // So many bytes the last one shares with the text; it came before it in the order, or begins with it.
      var same = 0
      while let next = reader.next() {
        guard next.shared >= same else { return }
        if next.shared == same {
          var place = 0
          while same < text.count, place < next.rest.count, next.rest[place] == text[same] {
            (same, place) = (same + 1, place + 1)
          }
          if same < text.count, place < next.rest.count, next.rest[place] > text[same] { return }
        }
        guard same == text.count else { continue }
        let isWhole = next.shared + next.rest.count == text.count
        guard isWhole || orBeginning else { return }
        if let spelling = next.spelling { body(spelling, isWhole) }
      }
    }
  }

  /// From the last block whose first text comes before this one.
  private func reader(before text: UnsafeBufferPointer<UInt8>) -> Reader {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      var reader = Reader(bytes, at: Int(blocks[middle]))
      if let first = reader.next()?.rest, first.lexicographicallyPrecedes(text) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return Reader(bytes, at: low > 0 ? Int(blocks[low - 1]) : 0)
  }

  private struct Reader {
    private var bytes: ByteReader
    private var count = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) { self.bytes = ByteReader(bytes, at: place) }

    /// `rest` is what follows the shared bytes. nil: the end, or it is damaged.
    mutating func next() -> (shared: Int, rest: UnsafeBufferPointer<UInt8>, spelling: Spelling?)? {
      guard let shared = bytes.number(), let length = bytes.number(), let text = bytes.next(length),
        let tag = bytes.number()
      else { return nil }
      let spelling = Spelling.Kind(rawValue: UInt8(tag & 7)).map {
        Spelling(kind: $0, rank: UInt32(truncatingIfNeeded: tag >> 3))
      }
      defer { count += 1 }
      // To who begins here nothing has been shared.
      if count == 0 { return (0, text, spelling) }
      guard count.isMultiple(of: SpellingList.block) else { return (shared, text, spelling) }
      return shared <= text.count
        ? (shared, UnsafeBufferPointer(rebasing: text[shared...]), spelling) : nil
    }
  }
}

/// Writes a `SpellingList`.
struct SpellingWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var blocks: [UInt32] = []
  private var last: [UInt8] = []
  private var count = 0

  /// In the order of their texts.
  mutating func append(_ text: ArraySlice<UInt8>, _ kind: Spelling.Kind, rank: Int) {
    let shared = sharedBeginning(last[...], text)
    let isFirst = count.isMultiple(of: SpellingList.block)
    if isFirst { blocks.append(UInt32(bytes.count)) }
    let rest = text.dropFirst(isFirst ? 0 : shared)
    bytes.append(number: shared)
    bytes.append(number: rest.count)
    bytes += rest
    bytes.append(number: rank << 3 | Int(kind.rawValue))
    last.removeLast(last.count - shared)
    last += text.dropFirst(shared)
    count += 1
  }
}

/// A whole name under which a title is found.
struct Spelling {
  enum Kind: UInt8 {
    case title, withoutArticle, alias
    /// Without its blanks: "starwars".
    case squeezed
    /// Of the best known: "lotr".
    case initials
  }
  let kind: Kind
  let rank: UInt32
}
