/// A server's response, after redirects. An error status is not an error here.
package struct HTTPResponse: Sendable {
  package let status: Int
  package let headers: HTTPHeaders
  /// Inflated; [] if it went to a file.
  package let body: [UInt8]
  /// `1.1`, `2`
  package let version: String
  /// The body is complete in its destination file.
  package let isFile: Bool
  /// How long the server asks to wait, at most an hour; nil: it does not say
  /// (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3).
  package let retryAfter: Duration?

  package init(
    status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], version: String = "1.1",
    isFile: Bool = false, retryAfter: Duration? = nil
  ) {
    (self.status, self.headers, self.body) = (status, headers, body)
    (self.version, self.isFile, self.retryAfter) = (version, isFile, retryAfter)
  }
}

/// Field names are case-insensitive (https://www.rfc-editor.org/rfc/rfc9110#section-5.1).
package struct HTTPHeaders: Sendable, Equatable {
  package private(set) var all: [HTTPHeader]

  package init(_ all: [HTTPHeader] = []) { self.all = all }

  package mutating func add(_ header: HTTPHeader) { all.append(header) }

  /// The first field of that name.
  package subscript(name: String) -> String? {
    all.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
