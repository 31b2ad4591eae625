package import EventLoop

/// A GET, unless ``method`` says otherwise.
package struct HTTPRequest: Sendable {
  /// A GET may be sent again when a connection breaks. The others are sent once, because a request without a
  /// reply may have been performed; redirects of them are refused.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  /// Where the body goes.
  package enum Destination: Sendable, Equatable {
    case memory
    /// A file that appears when it is complete. The bytes that an earlier try left beside it (`PATH.part`)
    /// are continued if `resume` is true and the server still has the same file.
    case file(String, resume: Bool)
  }

  /// `https`, or `http` for this machine.
  package var url: String
  package var headers: [HTTPHeader]
  package var method = Method.get
  /// JSON, for methods other than GET.
  package var body = ""
  /// To connect, TLS included.
  package var connectTimeout: Duration = .seconds(30)
  /// For the whole response.
  package var timeout: Duration = .seconds(15)
  /// Of the body, also after it is inflated.
  package var maxBytes = 4 << 20
  package var destination = Destination.memory
  /// By which the file is written.
  package var lane = HTTPRequest.files
  /// The file's bytes are on the disk before it is renamed to its final name. If false, a crash of the
  /// machine may truncate it.
  package var isDurable = true
  /// The total length of a file that is continued. If the server states another length, it is another file,
  /// whatever its tag says, and is downloaded from the start.
  package var expectedBytes: Int64?
  /// The file begins: the bytes already there, the total if the server states it, and whether the earlier
  /// bytes were discarded. Called within curl's callback, so it must only record this.
  package var onBegin: (@LoopActor @Sendable (HTTPFileStart) -> Void)?
  /// The server has answered the handshake of a new TLS connection. Called within curl's callback, so it must
  /// only record this.
  package var onConnect: (@LoopActor @Sendable () -> Void)?
  /// Bytes received, and the total if the server states it.
  package var onProgress: (@LoopActor @Sendable (Int64, Int64?) -> Void)?

  private static let files = BlockingLane("the folder of the file")

  package init(_ url: String, headers: [HTTPHeader] = []) {
    self.url = url
    self.headers = headers
  }
}

/// How the response that becomes a file begins.
package struct HTTPFileStart: Sendable, Equatable {
  /// Bytes already there.
  package let offset: Int64
  /// Nil: the server does not state it.
  package let total: Int64?
  /// There were bytes, and the server has another file by now.
  package let isRestart: Bool
  package let contentType: String?
}

package struct HTTPHeader: Sendable, Equatable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
