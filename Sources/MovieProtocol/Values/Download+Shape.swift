extension Download: JSONObject {
  package static let shape = Shape<Self>("Download") {
    summary.members
    Member("assets", \.assets, "The requested assets.")
  }

  /// As the topic has it.
  package static let summary = Shape<Self>("DownloadSummary") {
    Member("key", \.key, "Key of the title.")
    Member("title", \.title, "Name of the title.")
    Member("year", \.year, "Year of the first release.")
    Member("media_type", \.mediaType, "A film or a series.")
    Member("state", \.state, "State of all its assets together.")
    Member("bytes", \.bytes, "Bytes fetched.")
    Member("total_bytes", \.totalBytes, "null while unknown.")
    Member("rate", \.rate, "Bytes per second; 0 while nothing arrives.")
    Member("tries", \.tries, "Tries of the asset that needed most.")
    Member("restarts", \.restarts, "Restarts from the beginning, because a file changed on the server.")
    Member("error", \.fault, "Why it failed; null: it did not.")
    Member("created_at", \.createdAt, "Time of the first request.")
    Member("finished_at", \.finishedAt, "When its last asset was done or failed.")
  }

  package static let page = Shape<Page<Download>>("DownloadPage") { Page.members() }
}

extension Download.Asset: JSONObject {
  package static let shape = Shape<Self>("DownloadAsset") {
    Member("kind", \.kind, "Kind of asset.")
    Member("state", \.state, "absent: the title has none, which is not a failure.")
    Member("file", \.file, "Absolute path when it is done; null for detail.")
    Member("bytes", \.bytes, "Bytes fetched.")
    Member("total_bytes", \.totalBytes, "null while unknown.")
    Member("content_type", \.contentType, "Read from the bytes when it is done.")
  }
}
