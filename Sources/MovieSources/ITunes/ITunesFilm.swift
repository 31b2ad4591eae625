import JSONRPC
import MovieProtocol
import MovieStore

/// A film of the iTunes Store. Used for titles that TMDB does not have, and for previews.
/// https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/
struct ITunesFilm: Sendable, Equatable {
  /// Apple's ID.
  let id: Int
  /// Without the store's additions: "(2018)", "(Director's Cut)".
  let title: String
  let directors: [String]
  let releaseDate: String?
  let overview: String?
  let artworkURL: String?
  /// `https`, or `http` on this machine.
  private(set) var previewURL: String?
  /// Its page in the store.
  let storeURL: String?
  let genre: String?
  let advisory: String?
  /// Minutes.
  let runtime: Int?

  var year: Int? { releaseDate.flatMap { Int($0.prefix(4)) } }

  /// Nil for a song, a series, or a row without the fields needed.
  init?(_ row: JSONValue) {
    // The store does not always respect `entity` of a request.
    guard row["kind"]?.stringValue == "feature-movie", let id = row.id("trackId"),
      let name = row.text("trackName", max: 200)
    else { return nil }
    self.id = id
    title = Self.undecorated(name)
    directors =
      row.text("artistName", max: 300)?
      .replacing(" & ", with: ", ").split(separator: ", ").prefix(6).map(String.init) ?? []
    // Midnight at the store's place, so in UTC it may be the day before or after.
    releaseDate = row["releaseDate"]?.stringValue.flatMap { Day(String($0.prefix(10))) }?.text
    overview = row.text("longDescription", max: 1500) ?? row.text("shortDescription", max: 1500)
    artworkURL = row.link("artworkUrl100").flatMap(Self.large)
    previewURL = row.link("previewUrl").flatMap { TextForm.webAddress.fits($0) ? $0 : nil }
    storeURL = row.link("trackViewUrl").flatMap { ImageHosts.allows($0, besides: "") ? $0 : nil }
    genre = row.text("primaryGenreName", max: 60)
    advisory = row.text("contentAdvisoryRating", max: 20)
    runtime = row.number("trackTimeMillis", in: 30_000...60_000_000).map { Int(($0 / 60_000).rounded()) }
  }

  /// The size is part of the name: https://github.com/bendodson/itunes-artwork-finder
  private static func large(_ url: String) -> String? {
    guard url.hasPrefix("https://") else { return nil }
    return url.replacing("100x100bb.", with: "600x600bb.")
  }

  private static func undecorated(_ name: String) -> String {
    var title = Substring(name)
    while title.hasSuffix(")"), let open = title.lastIndex(of: "("), open > title.startIndex {
      let note = title[title.index(after: open)...].dropLast().lowercased()
      let isYear = note.count == 4 && note.allSatisfy(\.isNumber)
      guard isYear || ["cut", "edition", "version", "remastered", "unrated"].contains(where: note.contains)
      else { break }
      title = title[..<open]
      while title.last == " " { title.removeLast() }
    }
    return title.isBlank ? name : String(title)
  }

  /// In the wire's format; without votes, and with Apple's ID as key.
  var wire: Title {
    // "Action & Adventure", "Sci-Fi & Fantasy": the store combines genres.
    let shelf = genre.map { $0.replacing("Sci-Fi", with: "Science Fiction").split(separator: " & ") } ?? []
    let genres = shelf.compactMap { name in Genres.all(.movie).first { $0.name == name } }
    var row = Title(.itunes(id), title, source: .itunes)
    (row.releaseDate, row.year, row.posterPath) = (releaseDate, year, artworkURL)
    (row.overview, row.overviewSource) = (overview, overview == nil ? nil : .itunes)
    row.genres = genres.map { Title.Genre($0.id, $0.name) }
    return row
  }

  /// Drops a preview that is not on Apple's servers, unless iTunes itself is on this machine: a file on
  /// another server is neither fetched nor played because an upstream names it.
  ///
  /// - Parameter address: the base URL of iTunes.
  func suited(to address: String) -> ITunesFilm {
    let isLocal = address.hasPrefix("http://")
    guard !isLocal, let previewURL, !ImageHosts.allows(previewURL, besides: address) else { return self }
    var film = self
    film.previewURL = nil
    return film
  }

  var preview: Video? {
    guard let previewURL else { return nil }
    var video = Video(
      name: "Preview of \(title)", type: .preview, site: "itunes", url: previewURL, isDirect: true)
    video.isOfficial = true
    return video
  }
}
