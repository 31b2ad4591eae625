import Foundation
import Testing

/// What may happen to a file.
enum Damage: CaseIterable {
  case empty, text, cutInHalf, cutToItsHeader, otherTables
  case garbageInTheMiddle, garbageAtTheStart, garbageAtTheEnd

  func done(to file: Data) throws -> Data {
    let page = 4096
    switch self {
    case .empty: return Data()
    case .text: return Data("this is not a database, only a text that is long enough".utf8)
    case .cutInHalf: return file.prefix(file.count / 2)
    case .cutToItsHeader: return file.prefix(100)
    case .garbageInTheMiddle: return garbage(file, at: file.count / page / 2 * page)
    case .garbageAtTheStart: return garbage(file, at: 0)
    case .garbageAtTheEnd: return garbage(file, at: file.count - page)
    case .otherTables:
      var file = file
      let column = try #require(file.range(of: Data("backdrop_path TEXT".utf8)))
      file.replaceSubrange(column, with: Data("backdrop_pith TEXT".utf8))
      return file
    }
  }

  private func garbage(_ file: Data, at offset: Int) -> Data {
    var file = file
    for index in offset..<(offset + 4096) { file[index] = UInt8(truncatingIfNeeded: index &* 167 &+ 13) }
    return file
  }
}
