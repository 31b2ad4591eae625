package import JSONRPC

/// The form a text must have, in words for people and as a pattern for JSON Schema.
package struct TextForm: Sendable {
  /// "a country like DE"
  package let demand: Message
  /// "countries like DE"
  let plural: Message
  /// A regular expression of ECMA-262, as JSON Schema requires.
  let pattern: String
  /// An error does not repeat the value that was sent.
  var isSecret = false
  package let fits: @Sendable (String) -> Bool

  package static let country = TextForm(
    demand: .aCountry, plural: .countries, pattern: "^[A-Z]{2}$"
  ) { ParameterType.isCountry($0.utf8[...]) }

  /// A key of an upstream. Only the upstream knows whether it is valid.
  package static let key = TextForm(
    demand: .aKey, plural: .keys,
    pattern: "^[!-~]{1,512}$"
  ) { $0.utf8.count <= 512 && isPrintable($0) }

  /// The PIN of a profile. C ends a string at its first NUL, and no other control character can be typed into
  /// one.
  package static let pin = TextForm(
    demand: .aPIN, plural: .pins,
    pattern: "^[^\\u0000-\\u001f\\u007f]{4,64}$", isSecret: true
  ) { text in
    text.utf8.count <= 256 && (4...64).contains(text.unicodeScalars.count)
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
  }

  package static let folder = TextForm(
    demand: .aFolder, plural: .folders,
    pattern: "^/[^\\u0000]{0,4095}$"
  ) { $0.utf8.first == UInt8(ascii: "/") && isShortText($0) }

  package static let file = TextForm(
    demand: .aFile, plural: .files,
    pattern: "^/[^\\u0000]{0,4095}$"
  ) { $0.utf8.first == UInt8(ascii: "/") && isShortText($0) }

  /// Without TLS only to this machine: keys are sent there.
  package static let webAddress = TextForm(
    demand: .aWebAddress, plural: .addresses,
    pattern: "^(https://[!-?A-~][!-~]{0,1999}"
      + "|http://(localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\])(:[0-9]{1,5})?(/[!-~]{0,1900})?)$"
  ) { isAddress($0, schemes: ["https"]) || isAddress($0, schemes: ["http"]) && isThisMachine($0) }

  /// Without a password: every client may read it.
  package static let proxy = TextForm(
    demand: .aProxy,
    plural: .addresses, pattern: "^(https?|socks4a?|socks5h?)://[!-?A-~]{1,2000}$"
  ) {
    isAddress($0, schemes: ["http", "https", "socks4", "socks4a", "socks5", "socks5h"])
      && !$0.utf8.contains(UInt8(ascii: "@"))
  }

  /// It may have a password.
  package static let redis = TextForm(
    demand: .aRedisAddress, plural: .addresses,
    pattern: "^(rediss?|valkeys?|unix|redis\\+unix)://[!-~]{1,2000}$", isSecret: true
  ) { RedisURL($0) != nil }

  /// A program's name or path, or one of its arguments.
  package static let word = TextForm(
    demand: .aCommandWord, plural: .commandWords,
    pattern: "^[^\\u0000]{1,4096}$", fits: isShortText)

  private static let isShortText: @Sendable (String) -> Bool = {
    !$0.isEmpty && $0.utf8.count <= 4096 && !$0.utf8.contains(0)
  }

  private static func isPrintable(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
  }

  /// `http://localhost`, `http://127.0.0.1:8080/3`, `http://[::1]`
  private static func isThisMachine(_ address: String) -> Bool {
    let host = address.dropFirst("http://".count).prefix { $0 != "/" }
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    // A name before an @ is not a host.
    let port = host.dropFirst(name.count)
    guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return false }
    if name == "localhost" || name == "[::1]" { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }

  private static func isAddress(_ text: String, schemes: [String]) -> Bool {
    guard let scheme = schemes.first(where: { text.hasPrefix($0 + "://") }) else { return false }
    let rest = text.dropFirst(scheme.count + 3)
    return rest.utf8.count <= 2000 && isPrintable(rest) && rest.utf8.first != UInt8(ascii: "@")
  }
}
