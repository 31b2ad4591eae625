import JSONRPC

package enum FindMethod: RPCMethod {
  package static let id = Param(
    required: "id", .text(1...500, trimmed: true),
    "tt1160419, nm0634240, Q60834962, TVDB's number, a key, or the address of a page.")

  package static let method = Method(
    "find", "find a title or a person by what another service calls it",
    description: """
      The number of IMDb (tt, nm) or TVDB (digits, of a series), the item of Wikidata (Q), the address of \
      a page of TMDB, IMDb or Wikidata, or one that names its title by words (Letterboxd, Wikipedia, \
      Rotten Tomatoes, JustWatch, Trakt, Metacritic), which are searched for; anything else is \
      `invalid_params`. Without a key keys, TMDB's addresses and words are found in the catalogue, and \
      IMDb's numbers after an import; any other is `upstream_unauthorized`.
      """,
    parameters: [id],
    aboutTitles: true,
    result: FoundByID.shape.schema,
    example: ["id": "tt1160419"])
}

/// What `find` is asked for.
package enum FindTarget: Sendable, Equatable {
  case title(TitleKey)
  case person(PersonKey)
  /// IMDb's number of a person.
  case imdbName(String)
  case tvdb(Int)
  case wikidata(String)
  /// Of an address that names its film by words.
  case words(String)

  /// Nil for any other text.
  package init?(_ text: String) {
    if let key = TitleAddress.titleKey(text) {
      self = .title(key)
    } else if let key = PersonAddress.key(text) {
      self = .person(key)
    } else if let words = TitleAddress.words(text) {
      self = .words(words)
    } else if let number = TitleKey.number(text[...]) {
      self = .tvdb(number)
    } else {
      // Of an address the last folder that is such a name.
      let parts = text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
      let isAddress = parts.count > 1
      guard let last = parts.last,
        !isAddress || ["imdb.com", "wikidata.org"].contains(where: { Self.isPage(parts, of: $0) })
      else { return nil }
      if Self.isNumber(last, after: "nm", 7...10) {
        self = .imdbName(last)
      } else if Self.isNumber(last, after: "Q", 1...12) {
        self = .wikidata(last)
      } else {
        return nil
      }
    }
  }

  /// The address of a page; any other spelling may be the words of a search.
  package static func pasted(_ text: String) -> FindTarget? {
    text.contains("/") && !text.contains(" ") ? FindTarget(text) : nil
  }

  private static func isPage(_ parts: [String], of site: String) -> Bool {
    let host = (parts[0].hasSuffix(":") ? parts[1] : parts[0]).lowercased()
    return host == site || host.hasSuffix("." + site)
  }

  private static func isNumber(_ text: String, after prefix: String, _ length: ClosedRange<Int>) -> Bool {
    let digits = text.utf8.dropFirst(prefix.utf8.count)
    return text.hasPrefix(prefix) && length.contains(digits.count) && digits.allSatisfy(\.isDigit)
  }
}

/// The answer of `find`.
package struct FoundByID: Sendable, Equatable {
  package var titles: [Title]
  package var people: [Person]

  package init(_ titles: [Title], people: [Person] = []) { (self.titles, self.people) = (titles, people) }
}

extension FoundByID: JSONObject {
  package static let shape = Shape<Self>("FoundByID") {
    Member("results", \.titles, "Films, then series; [] if there are none.")
    Member("people", \.people, "[] if there are none.")
    Member.meta
  }
}
