import Foundation
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

extension CachedResponse: StoredRow {
  static let empty = Self(key: "", status: 0, body: [], fetchedAt: .epoch, freshUntil: .epoch)
  static let columns: [Column<Self>] = [
    Column("key", \.key), Column("status", \.status),
    Column("body", \.body, from: { (bytes: Data) in Array(bytes) }, to: { Data($0) }), Column("etag", \.etag),
    Column("said_at", \.fetchedAt, from: Timestamp.init(milliseconds:), to: { $0.milliseconds }),
    Column("fresh_until", \.freshUntil, from: Timestamp.init(milliseconds:), to: { $0.milliseconds }),
  ]
}
