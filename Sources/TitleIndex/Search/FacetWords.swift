/// The everyday names of genres, countries, languages and kinds, in English, German and Spanish.
enum FacetWords {
  static let years = 1870...2100

  /// Words that say nothing about a title where nothing explains them.
  static let empty: Set<String> = particles.union(talk)

  /// They are parts of names.
  private static let particles: Set<String> = [
    "the", "a", "an", "of", "in", "on", "and", "to", "with", "about", "from", "is", "one", "that", "where",
    "who",
    "which", "for", "at", "by", "some", "like", "guy", "brothers", "bros", "new", "good", "bruder",
    "hermanos",
    "von", "mit", "der", "die", "das", "und", "den", "im", "gute", "neue",
    "de", "la", "el", "los", "las", "con", "y", "del", "un", "una", "le", "les", "il", "et",
  ]

  /// They are about titles.
  static let talk = types.union([
    "season", "episode", "best", "watch", "starring", "directed", "staffel", "folge", "beste", "temporada",
    "mejores",
  ])

  /// They ask for more than one title.
  static let many: Set<String> = [
    "movies", "films", "filme", "peliculas", "shows", "serien", "best", "beste", "mejores",
  ]

  /// After these a number says nothing: "season 3".
  static let beforeNumbers: Set<String> = [
    "season", "series", "staffel", "temporada", "episode", "folge", "s",
  ]

  /// After "one" they begin a description: "the one with the dinosaurs".
  static let afterOne: Set<String> = ["with", "about", "where", "that", "who", "in"]

  private static let films = "movie movies film films filme pelicula peliculas"
  private static let series = "tv series serie serien shows show miniseries"
  private static let types = Set((films + " " + series).split(separator: " ").map(String.init))

  /// All meanings of each word; of two words that belong together, both have theirs.
  static func facets(of words: [String]) -> [[Facet]] {
    var all = words.map { word in named(word) + (Facet.years(in: word).map { [$0] } ?? []) }
    for place in words.indices.dropLast() {
      guard let pair = pairs[words[place] + " " + words[place + 1]] else { continue }
      all[place].append(pair)
      all[place + 1].append(pair)
    }
    return all
  }

  /// Also with the endings of other forms: japonesas, deutscher, spanischen.
  private static func named(_ word: String) -> [Facet] {
    for ending in ["", "s", "es", "n", "r"] where word.hasSuffix(ending) {
      if let facets = table[String(word.dropLast(ending.utf8.count))] { return facets }
    }
    return []
  }

  private static let genres: [(ids: [Int], words: String)] = [
    ([28, 10759], "action actionfilm actionfilme accion"),
    ([12, 10759], "adventure adventures abenteuer abenteuerfilm aventura aventuras"),
    (
      [16],
      "animation animated anime animes cartoon cartoons zeichentrick zeichentrickfilm trickfilm animacion dibujos"
    ),
    ([35], "comedy comedies komodie komodien comedia comedias funny lustig sitcom sitcoms romcom romcoms"),
    ([80], "crime krimi krimis gangster crimen policiaca"),
    ([99], "documentary documentaries docu doku dokus dokumentarfilm dokumentation documental documentales"),
    ([18], "drama dramas"), ([10751], "family familie familienfilm kids kinder kinderfilm familia infantil"),
    ([14, 10765], "fantasy fantasia"), ([36], "history historical historisch historia historica period"),
    ([27], "horror horrorfilm horrorfilme terror scary grusel gruselfilm miedo"),
    ([10402], "music musical musicals musik musikfilm musica"),
    ([9648], "mystery mysteries misterio whodunit"),
    ([10749], "romance romantic romantisch liebesfilm romcom romcoms romantica romantico love liebe amor"),
    ([878, 10765], "scifi sciencefiction"), ([53], "thriller thrillers suspense"),
    ([10752, 10768], "war krieg kriegsfilm kriegsfilme guerra"), ([37], "western westerns"),
    ([10764], "reality"), ([10762], "kids kinderserie"), ([10767], "talkshow"),
  ]

  private static let places: [(words: String, languages: String, countries: String)] = [
    ("korean korea koreanisch koreanische koreanischer coreano coreana", "ko", "KR"),
    ("japanese japan japanisch japanische japones japonesa", "ja", "JP"),
    ("french france franzosisch franzosische franzosischer frances francesa", "fr", "FR"),
    ("german germany deutsch deutsche deutscher aleman alemana", "de", "DE"),
    ("spanish spain spanisch spanische spanischer espanol espanola", "es", "ES"),
    ("italian italy italienisch italienische italiano italiana", "it", "IT"),
    ("chinese china chinesisch chinesische chino china", "zh cn", "CN"),
    ("indian india indisch indische indio bollywood hindi", "hi ta te ml", "IN"),
    ("danish denmark danisch danische danes danesa", "da", "DK"),
    ("swedish sweden schwedisch schwedische sueco sueca", "sv", "SE"),
    ("norwegian norway norwegisch norwegische noruego noruega", "no", "NO"),
    ("finnish finland finnisch finnische finlandes", "fi", "FI"),
    ("icelandic iceland islandisch islandes", "is", "IS"),
    ("scandinavian nordic skandinavisch skandinavische escandinavo", "sv da no", "SE DK NO"),
    ("russian russia russisch russische ruso rusa soviet", "ru", "RU SU"),
    ("polish poland polnisch polnische polaco polaca", "pl", "PL"),
    ("czech tschechisch checo", "cs", "CZ CS"),
    ("hungarian hungary ungarisch hungaro", "hu", "HU"), ("romanian romania rumanisch rumano", "ro", "RO"),
    ("greek greece griechisch griego", "el", "GR"),
    ("turkish turkey turkisch turkische turco turca", "tr", "TR"),
    ("iranian iran persian iranisch irani", "fa", "IR"), ("israeli israel hebrew israelisch", "he", "IL"),
    ("arabic arabisch arabe", "ar", "EG LB SA"), ("thai thailand tailandes", "th", "TH"),
    ("vietnamese vietnam", "vi", "VN"), ("indonesian indonesia indonesisch", "id", "ID"),
    ("dutch niederlandisch hollandisch holandes", "nl", "NL"), ("belgian belgium belgisch belga", "", "BE"),
    ("swiss schweizer suizo", "", "CH"), ("austrian austria osterreichisch osterreich austriaco", "", "AT"),
    ("british uk britisch britische britanico britanica", "", "GB"),
    ("irish ireland irisch irlandes", "", "IE"),
    ("australian australia australisch australiano", "", "AU"),
    ("canadian canada kanadisch canadiense", "", "CA"),
    ("brazilian brazil brasilianisch brasileno brasil", "pt", "BR"),
    ("portuguese portugal portugiesisch", "pt", "PT"),
    ("mexican mexico mexikanisch mexicano mexicana", "", "MX"),
    ("argentinian argentine argentina argentinisch argentino", "", "AR"),
    ("american usa amerikanisch amerikanische americano", "", "US"),
  ]

  private static let table: [String: [Facet]] = {
    var table: [String: [Facet]] = [:]
    func add(_ words: String, _ facet: Facet) {
      for word in words.split(separator: " ") { table[String(word), default: []].append(facet) }
    }
    for genre in genres { add(genre.words, .genres(mask(genre.ids))) }
    for place in places { add(place.words, facet(place.languages, place.countries)) }
    add(series + " sitcom sitcoms", .mediaType(isSeries: true))
    add(films, .mediaType(isSeries: false))
    return table
  }()

  private static let pairs: [String: Facet] = [
    "sci fi": .genres(mask([878, 10765])), "science fiction": .genres(mask([878, 10765])),
    "ciencia ficcion": .genres(mask([878, 10765])), "south korean": facet("ko", "KR"),
    "south korea": facet("ko", "KR"), "hong kong": facet("cn", "HK"), "new zealand": facet("", "NZ"),
    "true crime": .genres(mask([99])), "dibujos animados": .genres(mask([16])),
  ]

  private static func mask(_ ids: [Int]) -> UInt32 { ids.reduce(0) { $0 | TitleRecord.bit(genre: $1) } }

  private static func facet(_ languages: String, _ countries: String) -> Facet {
    .place(
      languages: languages.split(separator: " ").map { LetterCode.of($0) },
      countries: countries.split(separator: " ").map { LetterCode.of($0) })
  }
}
