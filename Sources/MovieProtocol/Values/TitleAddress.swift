/// A title as other programs and pages name it.
package enum TitleAddress {
  /// The key of `https://www.themoviedb.org/movie/438631-dune`, `imdb.com/title/tt1160419/?ref_=x` and
  /// `tt1160419`; nil for any other text.
  package static func key(_ text: String) -> String? {
    if let key = TitleKey(imdb: text) { return key.text }
    if let path = tmdbPath(text) { return TitleKey(path)?.text }
    let parts = parts(text)
    guard let host = parts.first?.lowercased(), isPage(host, of: "imdb.com") else { return nil }
    return parts.dropFirst().lazy.compactMap { TitleKey(imdb: $0)?.text }.first
  }

  /// A key, or an address; nil for any other text.
  package static func titleKey(_ text: String) -> TitleKey? {
    TitleKey(text) ?? key(text).flatMap { TitleKey($0) }
  }

  /// `person/525` of `https://www.themoviedb.org/person/525-christopher-nolan`; nil for any other page.
  package static func tmdbPath(_ text: String) -> String? {
    let parts = parts(text)
    guard parts.count > 2, isPage(parts[0].lowercased(), of: "themoviedb.org") else { return nil }
    return parts[1] + "/" + parts[2].prefix { $0.isNumber }
  }

  /// Host and folders.
  private static func parts(_ text: String) -> [String] {
    var address = text[...]
    for scheme in ["https://", "http://"] where address.hasPrefix(scheme) {
      address = address.dropFirst(scheme.count)
    }
    return address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
  }

  /// Pages that name titles by words, in one of these folders.
  private static let pagesOfWords = [
    ("letterboxd.com", ["film"]), ("wikipedia.org", ["wiki"]), ("rottentomatoes.com", ["m", "tv"]),
    // In the languages of its countries: /de/Film/Inception
    ("justwatch.com", ["movie", "tv-show", "film", "filme", "pelicula", "serie", "tv-series"]),
    ("trakt.tv", ["movies", "shows"]),
    ("metacritic.com", ["movie", "tv"]),
  ]

  /// The words of an address that names a title by them, `https://letterboxd.com/film/blade-runner/`,
  /// `https://en.wikipedia.org/wiki/Parasite_(2019_film)`; nil for any other text.
  package static func words(_ text: String) -> String? {
    let parts = parts(text)
    guard let host = parts.first?.lowercased(),
      let folders = pagesOfWords.first(where: { isPage(host, of: $0.0) })?.1,
      let folder = parts.dropFirst().firstIndex(where: { folders.contains($0.lowercased()) }),
      folder + 1 < parts.count
    else { return nil }
    let name = PercentDecoding.decode(parts[folder + 1][...]) ?? parts[folder + 1]
    // Of "Parasite_(2019_film)" the year.
    let plain = name.hasPrefix("(") ? name[...] : name.prefix { $0 != "(" }
    let year: Substring? = name[plain.endIndex...].split { !$0.isNumber }.first { $0.count == 4 }
    var words: [Substring] = plain.split { $0 == "-" || $0 == "_" }
    if let year { words.append(year) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Where TMDB shows it; nil for a title of iTunes.
  package static func page(of key: TitleKey) -> String? {
    guard case .tmdb(let mediaType, let number) = key else { return nil }
    return "https://www.themoviedb.org/\(mediaType.rawValue)/\(number)"
  }

  /// `https://boxd.it/29qU`: only Letterboxd knows where it leads.
  package static func isShortLink(_ text: String) -> Bool {
    parts(text).first?.lowercased() == "boxd.it"
  }

  package static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("https://") || text.hasPrefix("http://")
  }

  private static func isPage(_ host: String, of site: String) -> Bool {
    host == site || host.hasSuffix("." + site)
  }
}
