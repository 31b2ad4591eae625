import JSONRPC

/// Encodes text for the query of a URL: https://www.rfc-editor.org/rfc/rfc3986#section-2.1
package enum PercentEncoding {
  /// Encodes every byte of the UTF-8 as `%XX`, except ASCII letters, digits and `-._~`.
  package static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The same for a path; its slashes are left.
  package static func encode(path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { encode(String($0)) }.joined(
      separator: "/")
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "-._~".utf8.contains(byte)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
