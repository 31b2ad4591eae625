import JSONRPC
import MovieProtocol
import MovieStore

extension PendingTitle {
  /// - Parameter now: the time of adding for rows without one.
  init(_ title: ImportRow, now: Timestamp, _ kind: Unmatched.Kind, _ message: Message) {
    let addedAt = title.addedAt ?? now
    self.init(
      title.list, identity: title.identity, addedAt: addedAt, kind: kind.rawValue,
      message: Unmatched.shortened(message))
    keys = title.keys
    self.title = title.title
    originalTitle = title.originalTitle
    year = title.year
    mediaType = title.mediaType
    imdbID = title.imdbID
    note = title.note
    watchedAt = title.isWatched ? title.watchedAt ?? .unknownDay : nil
  }
}

extension ImportRow {
  init(_ pending: PendingTitle) {
    self.init(line: 0)
    list = pending.list
    keys = pending.keys
    title = pending.title
    originalTitle = pending.originalTitle
    year = pending.year
    mediaType = pending.mediaType
    imdbID = pending.imdbID
    addedAt = pending.addedAt
    note = pending.note
    isWatched = pending.watchedAt != nil
    watchedAt = pending.watchedAt
  }
}
