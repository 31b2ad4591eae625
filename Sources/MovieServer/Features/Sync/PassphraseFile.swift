import JSONRPC
import MovieProtocol
import MovieStore
import MovieSync

/// The file that `sync.passphrase_file` names: one line. All of this blocks.
enum PassphraseFile {
  enum Fault: Error {
    case unusable(Message)
    case noLibsodium(String)
  }

  /// Without blanks at its ends.
  private static let length = 8...512

  static func read(_ path: String) throws(Fault) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path, atMost: 4096, isSecret: true)
    } catch {
      throw .unusable(.words("\(error)"))
    }
    var line = bytes.drop(while: isBlank)
    while line.last.map(isBlank) == true { line.removeLast() }
    guard length.contains(line.count), !line.contains(where: { $0 < 0x20 }) else {
      throw .unusable(
        .syncPassphraseForm(path, length.lowerBound, length.upperBound))
    }
    return Array(line)
  }

  static func keys(_ passphrase: [UInt8]) throws(Fault) -> JournalKeys {
    do {
      return try JournalKeys(passphrase: passphrase)
    } catch {
      throw .noLibsodium(error.description)
    }
  }

  /// A blank, a tab or a line end.
  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
}
