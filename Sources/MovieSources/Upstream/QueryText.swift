extension String {
  /// A text to search for as upstreams get it. They ignore case and blanks, so searches that differ in nothing
  /// else are one request.
  var asQuery: String {
    var query = ""
    for word in split(whereSeparator: \.isWhitespace) {
      if !query.isEmpty { query.append(" ") }
      for scalar in word.unicodeScalars {
        // Letters that become several, such as İ, are not the same everywhere.
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        query.unicodeScalars.append(small.count == 1 ? small.first ?? scalar : scalar)
      }
    }
    return query
  }
}
