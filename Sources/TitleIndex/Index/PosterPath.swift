/// How an index keeps the path of a picture: of `/gEU2QniE6E77NI6lCU6MxlNBvIx.jpg` only what differs.
enum PosterPath {
  private static let slash = UInt8(ascii: "/")
  private static let ending = Array(".jpg".utf8)

  static func short(_ path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard path.first == slash, path.count > ending.count + 1, path[1] != slash,
      path.suffix(ending.count).elementsEqual(ending)
    else { return path }
    return UnsafeBufferPointer(rebasing: path[1..<path.count - ending.count])
  }

  static func long(_ text: Substring) -> String {
    text.isEmpty || text.utf8.first == slash ? String(text) : "/\(text).jpg"
  }
}
