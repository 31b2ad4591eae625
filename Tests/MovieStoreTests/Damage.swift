import Foundation
import Testing

/// What may happen to a file.
enum Damage: CaseIterable {
  case empty, text, cutInHalf, cutToItsHeader
  case garbageInTheMiddle, garbageAtTheStart, garbageAtTheEnd

  func done(to file: Data) throws -> Data {
    let page = min(4096, file.count / 4)
    switch self {
    case .empty: return Data()
    case .text: return Data("this is not a database, only a text that is long enough".utf8)
    case .cutInHalf: return file.prefix(file.count / 2)
    case .cutToItsHeader: return file.prefix(100)
    case .garbageInTheMiddle: return garbage(file, page, at: file.count / page / 2 * page)
    case .garbageAtTheStart: return garbage(file, page, at: 0)
    case .garbageAtTheEnd: return garbage(file, page, at: file.count - page)
    }
  }

  private func garbage(_ file: Data, _ count: Int, at offset: Int) -> Data {
    var file = file
    for index in offset..<(offset + count) { file[index] = UInt8(truncatingIfNeeded: index &* 167 &+ 13) }
    return file
  }
}
