/// A reply (https://redis.io/docs/latest/develop/reference/protocol-spec/, version 2).
package enum RESPValue: Sendable, Equatable {
  case text(String)
  /// "OOM command not allowed when used memory > 'maxmemory'."
  case error(String)
  case integer(Int64)
  case bytes([UInt8])
  case null
  case array([RESPValue])
}

extension RESPValue {
  /// A command as it is sent: an array of its words.
  static func append(_ command: [[UInt8]], to output: inout [UInt8]) {
    func header(_ mark: Character, _ count: Int) { output += "\(mark)\(count)\r\n".utf8 }
    header("*", command.count)
    for word in command {
      header("$", word.count)
      output += word
      output += "\r\n".utf8
    }
  }
}
