package import MovieProtocol

/// An upstream's response as it is cached; its key is the request without credentials.
package struct CachedResponse: Sendable, Equatable {
  /// The URL without credentials.
  package var key: String
  /// 200, or 404: upstream has no such title.
  package var status: Int
  package var body: [UInt8]
  /// To revalidate it (https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3).
  package var etag: String?
  package var fetchedAt: Timestamp
  package var freshUntil: Timestamp

  package init(
    key: String, status: Int, body: [UInt8], etag: String? = nil, fetchedAt: Timestamp, freshUntil: Timestamp
  ) {
    (self.key, self.status, self.body) = (key, status, body)
    (self.etag, self.fetchedAt, self.freshUntil) = (etag, fetchedAt, freshUntil)
  }
}
