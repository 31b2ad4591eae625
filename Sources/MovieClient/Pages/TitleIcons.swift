package import JSONRPC
import MovieProtocol

/// Posters for the rows of a menu, as files.
package enum TitleIcons {
  /// Small enough to fetch twenty at once, and large enough for a menu.
  private static let size = "w154"
  /// A whole list may have thousands, and a daemon stops reading while too many requests are in progress.
  private static let atOnce = 50

  /// - Parameter isFetching: waits for pictures that the daemon does not have yet; otherwise they are left
  ///   out.
  /// - Returns: paths, by the titles' keys.
  package static func files(
    of titles: [JSONValue], isFetching: Bool, _ caller: inout RPCClient
  ) -> [String: String] {
    let posters = titles.map(JSONView<Title>.init).compactMap { title -> (key: String, params: [UInt8])? in
      guard let key = title.text(\.key), let path = title.posterPath else { return nil }
      let params: JSONValue = [
        "path": .string(path), "size": .string(size), "cache_only": .bool(!isFetching),
      ]
      return (key, Array(params.text().utf8))
    }
    var files: [String: String] = [:]
    for start in stride(from: 0, to: posters.count, by: atOnce) {
      let some = posters[start..<min(start + atOnce, posters.count)]
      // A menu can do without pictures, but not without titles.
      guard let results = try? caller.results("image", params: some.map(\.params)) else { break }
      for (poster, result) in zip(some, results) {
        guard let result, let tree = try? JSONValue(parsing: result.span) else { continue }
        files[poster.key] = JSONView(tree, ImageMethod.answer).file
      }
    }
    return files
  }
}
