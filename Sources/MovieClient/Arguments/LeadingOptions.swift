/// The options before a command word that may also follow it, as in `movierpc --socket PATH --json status`.
package struct LeadingOptions: Equatable, Sendable {
  /// Of the connection, each with its value.
  package private(set) var connection: [String] = []
  /// `--timeout` with its value, which an alias may give to all commands.
  package private(set) var limit: [String] = []
  /// Of the answer's form, each with its value.
  package private(set) var output: [String] = []

  /// The number of words they take.
  package var count: Int { words.count }
  package var words: [String] { connection + limit + output }

  /// - Throws: for a value that no command accepts, such as the command that follows `--color`.
  package init(_ words: [String]) throws(CommandError) {
    var checked = ConnectionOptions()
    var rest = words[...]
    while let word = rest.first, word.utf8.first == UInt8(ascii: "-") {
      let isOfConnection = Self.length(of: word, ConnectionOptions.flags, ConnectionOptions.withValue)
      guard let length = isOfConnection ?? Self.length(of: word, Self.flags, Self.withValue) else { return }
      let option = rest.prefix(length)
      if isOfConnection != nil, option.count == length {
        var value = option.dropFirst()
        _ = try checked.parse(word, &value)
      }
      if isOfConnection == nil {
        output += option
      } else if word.hasPrefix("--timeout") {
        limit += option
      } else {
        connection += option
      }
      rest = rest.dropFirst(length)
    }
  }

  private static let flags = ["--json", "-j", "--text", "-T"]
  private static let withValue = ["--format", "-f", "--as"]

  /// Nil if it is none of these options.
  private static func length(of word: String, _ flags: [String], _ withValue: [String]) -> Int? {
    if flags.contains(word) { return 1 }
    if withValue.contains(word) { return 2 }
    return withValue.contains { $0.hasPrefix("--") && word.hasPrefix($0 + "=") } ? 1 : nil
  }
}
