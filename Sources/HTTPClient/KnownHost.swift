/// A name with its addresses, for curl.
struct KnownHost {
  let name: String
  let port: Int
  let addresses: [String]

  /// `+example.org:443:192.0.2.1,[2001:db8::1]`. With `+`, curl forgets the entry after a minute.
  ///
  /// https://curl.se/libcurl/c/CURLOPT_RESOLVE.html
  var entry: String {
    "+\(name):\(port):" + addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
  }
}
