import EventLoop

/// A GET. Nothing else is sent: what may be repeated needs no care when a connection breaks.
package struct HTTPRequest: Sendable {
  /// Where the body goes.
  package enum Destination: Sendable, Equatable {
    case memory
    /// A file that appears when it is whole. What an earlier try left beside it (`PATH.part`) is continued
    /// where `resume` is true and the server still has the same.
    case file(String, resume: Bool)
  }

  /// `https`, or `http` to this machine.
  package var url: String
  package var headers: [HTTPHeader]
  /// Milliseconds until there is a connection, TLS included.
  package var connectTimeout = 5_000
  /// Milliseconds until all is there.
  package var timeout = 15_000
  /// Of the body, also after it was inflated.
  package var maxBytes = 4 << 20
  package var destination = Destination.memory
  /// A file's bytes are on the disk before it has its name. Where false, a crash of the machine may leave it
  /// shorter than it was.
  package var isDurable = true
  /// Of a file that is continued, how many it has in all; where the server says another number it is another
  /// file, whatever its tag says, and is begun anew.
  package var expectedBytes: Int64?
  /// The file begins: with so many bytes that are there already, of so many where the server says, and whether
  /// what was there before is forgotten. Called within curl's callback, so whoever is told must only note it.
  package var onBegin: (@LoopActor @Sendable (HTTPFileStart) -> Void)?
  /// Bytes that are there, and how many there will be where the server says.
  package var onProgress: (@LoopActor @Sendable (Int64, Int64?) -> Void)?

  package init(_ url: String, headers: [HTTPHeader] = []) {
    self.url = url
    self.headers = headers
  }
}

/// How the answer that becomes a file begins.
package struct HTTPFileStart: Sendable, Equatable {
  /// Bytes of it that are there.
  package let offset: Int64
  /// Nil: the server does not say.
  package let total: Int64?
  /// There were some, and the server has something else by now.
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
