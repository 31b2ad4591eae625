import JSONRPC
import MovieProtocol

/// `{"genres":[{"id":28,"name":"Action"}]}`
struct TMDBGenreTable: Sendable, Equatable {
  struct Genre: Sendable, Equatable {
    let id: Int
    let name: String
  }

  let genres: [Genre]

  init(_ body: [UInt8]) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard json["genres"]?.arrayValue != nil else { throw UndecodableAnswer("the response has no genres") }
    genres = json.items("genres", max: 200).compactMap { item in
      guard let id = item.id(), let name = item.text("name", max: 60) else { return nil }
      return Genre(id: id, name: name)
    }
    // There are always some, and the response is cached for days.
    guard !genres.isEmpty else { throw UndecodableAnswer("the response has no valid genre") }
  }
}

/// Codes with English names: of countries, or of languages.
struct TMDBCodeTable: Sendable, Equatable {
  struct Row: Sendable, Equatable {
    let code: String
    let name: String
  }

  let rows: [Row]

  /// - Parameters:
  ///   - name: of the member that contains the code.
  ///   - results: nil: the body itself is the array, unlike TMDB's other responses.
  init(_ body: [UInt8], code name: String, in results: String? = nil) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard let items = results == nil ? json.arrayValue : results.flatMap({ json[$0]?.arrayValue }) else {
      throw UndecodableAnswer("the response has no list of \(name)")
    }
    rows = items.prefix(1000).compactMap { item in
      guard let code = item.code(name), code.utf8.count == 2, let text = item.text("english_name", max: 100)
      else { return nil }
      return Row(code: code, name: text)
    }
    guard !rows.isEmpty else { throw UndecodableAnswer("the response has no valid \(name)") }
  }
}

/// `{"results":[{"provider_id":8,"provider_name":"Netflix","logo_path":"/x.jpg","display_priority":0,
/// "display_priorities":{"DE":0}}]}`
struct TMDBProviderTable: Sendable, Equatable {
  /// Sorted by use in the country, most used first.
  let providers: [Provider]

  init(_ body: [UInt8], country: String) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard let results = json["results"]?.arrayValue else {
      throw UndecodableAnswer("the response has no results")
    }
    var seen: Set<Int> = []
    let ranked = json.items("results", max: 5000).compactMap { item -> (rank: [Int], provider: Provider)? in
      guard let id = item.id("provider_id"), let name = item.text("provider_name", max: 100),
        seen.insert(id).inserted
      else { return nil }
      // Its rank in that country; `display_priority` is for no country in particular.
      let places = [item["display_priorities"]?.count(country), item.count("display_priority")]
      return (
        places.map { $0 ?? .max }, Provider(id: id, name: name, logoPath: item.imagePath("logo_path"))
      )
    }
    // A country may have no providers.
    guard results.isEmpty || !ranked.isEmpty else {
      throw UndecodableAnswer("the response has no valid provider")
    }
    providers = ranked.enumerated().sorted { one, other in
      let (a, b) = (one.element.rank + [one.offset], other.element.rank + [other.offset])
      return a.lexicographicallyPrecedes(b)
    }.map(\.element.provider)
  }
}
