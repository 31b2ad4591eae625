import HTTPClient
import JSONRPC
import MovieProtocol

/// The header `Date` of an answer: https://www.rfc-editor.org/rfc/rfc9110#field.date
enum ServerDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; nil without a date, or one in another form than that which servers send.
  static func read(_ headers: HTTPHeaders) -> Timestamp? {
    guard let text = headers["date"], text.utf8.count == 29 else { return nil }
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    return Timestamp("\(words[3])-\((month + 1).padded(to: 2))-\(words[1])T\(words[4])Z")
  }
}
