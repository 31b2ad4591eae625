import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct EmbeddedSearchTests {
  @Test func wholeTitleThenBeginningThenAllWords() async throws {
    let found = try await Embedded.catalogue.search(q: "dune", limit: 20)
    #expect(found.titles.prefix(4).map(\.title) == ["Dune", "Dune", "Dune: Part Two", "Dune: Prophecy"])
    #expect(found.titles.contains { $0.title == "Woman in the Dunes" })
    #expect(found.titles.first?.id == 438631)
    #expect(found.titles.first?.year == 2021)
  }

  @Test(arguments: [
    ("amelie", "Amélie"), ("AMÉLIE", "Amélie"), ("amél", "Amélie"), ("wall-e", "WALL·E"), ("walle", "WALL·E"),
    ("wall e", "WALL·E"), ("WALL·E", "WALL·E"), ("pride & prejudice", "Pride & Prejudice"),
    ("pride and prejudice", "Pride & Prejudice"), ("pride prejudice", "Pride & Prejudice"),
    ("schindlers list", "Schindler's List"), ("schindler’s li", "Schindler's List"), ("오징어 게임", "Squid Game"),
    ("오징", "Squid Game"), ("오지", "Squid Game"), ("게임", "Squid Game"), ("Ｓｑｕｉｄ", "Squid Game"),
    ("葬送のフリーレン", "Frieren: Beyond Journey's End"), ("フリーレン", "Frieren: Beyond Journey's End"),
    ("ナルト 疾風", "Naruto Shippūden"), ("твое сердце", "Your Heart Will Be Broken"),
    ("ТВОЁ СЕРДЦЕ", "Your Heart Will Be Broken"), ("धुरंधर", "Dhurandhar"), ("กิ่งแก้ว", "King Kaew"),
    ("ふりーれん", "Frieren: Beyond Journey's End"), ("ﾌﾘｰﾚﾝ", "Frieren: Beyond Journey's End"),
    ("บุญมี", "Uncle Boonmee Who Can Recall His Past Lives"), ("ប៉ុល", "Meeting with Pol Pot"),
    ("spy family", "SPY x FAMILY"), ("spy×family", "SPY x FAMILY"), ("哪吒", "Ne Zha"),
  ])
  func titleIsTheFirstFound(q: String, title: String) async throws {
    #expect(try await Embedded.catalogue.names(q).first == title)
  }

  @Test(arguments: ["spiderman", "spider man", "spider-man", "SPIDER–MAN"])
  func hyphenMayBeABlankOrNothing(q: String) async throws {
    let names = try await Embedded.catalogue.names(q)
    #expect(names.first == "Spider-Man")
    #expect(names.contains("Spider-Man: Into the Spider-Verse"))
    #expect(names.count > 20)
    #expect(try await Embedded.catalogue.names("spider-m").count > 20)
  }

  @Test func titlesAreFoundByTheirMediaTypeAndYear() async throws {
    let catalogue = await Embedded.catalogue
    #expect(try await catalogue.names("dune", .tv).first == "Dune: Prophecy")
    #expect(try await catalogue.names("dune", .movie).contains("Dune: Prophecy") == false)
    #expect(try await catalogue.names("dune", year: 2021).first == "Dune")
    #expect(try await catalogue.names("dune", .movie, year: 1964).contains("Woman in the Dunes"))
    #expect(try await catalogue.names("dune", .tv, year: 2021).contains("Dune") == false)
    #expect(try await catalogue.names("naruto", .tv).prefix(2) == ["Naruto", "Naruto Shippūden"])
    #expect(try await catalogue.names("dune", year: .max) == [])
    #expect(try await catalogue.names("dune", year: .min) == [])
  }

  @Test(arguments: ["love", "the", "man", "dune 2021", "star wa", "l", "dunne"])
  func pagesAreTheListInItsOrder(q: String) async throws {
    let catalogue = await Embedded.catalogue
    let list = try await catalogue.search(q: q, limit: 10_000)
    for offset in stride(from: 0, to: min(list.total, 60), by: 12) {
      let page = try await catalogue.search(q: q, offset: offset, limit: 12)
      #expect(page.titles == Array(list.titles.dropFirst(offset).prefix(12)) && page.total == list.total)
    }
  }

  @Test func everyTitleIsFirstOrAmongItsNamesakes() async throws {
    let (catalogue, titles) = try await Embedded.sample
    for place in stride(from: 0, to: titles.count, by: 7) {
      let title = titles[place]
      let found = try await catalogue.search(q: title.title, limit: 10).titles
      #expect(found.contains(title), "\(title.title)")
      if let original = title.originalTitle {
        #expect(try await catalogue.search(q: original, limit: 10).titles.contains(title), "\(original)")
      }
      #expect(try await catalogue.title(title.mediaType, id: title.id) == title)
    }
  }

  @Test(arguments: hostileQuestions)
  func anythingTypedIsAnswered(q: String) async throws {
    let found = try await Embedded.catalogue.search(q: q, limit: 20)
    #expect(found.total >= found.titles.count)
  }

  @Test(arguments: [
    "-dune", "^dune", "(dune", "\"dune", "dune\"*", "dune\u{0}", "\u{0}dune", "dune*", "+dune", "dune +",
  ])
  func syntaxOfTheIndexIsPunctuation(q: String) async throws {
    #expect(try await Embedded.catalogue.names(q) == Embedded.catalogue.names("dune"))
  }

  @Test(arguments: ["🙂", "!!!", "\"", "()", "…", "*", "", " ", "\u{0}"])
  func symbolsFindNothing(q: String) async throws {
    let found = try await Embedded.catalogue.search(q: q, limit: 20)
    #expect(found.titles == [])
    #expect(found.total == 0)
  }

  @Test func titlesAndDayAreCounted() async {
    let catalogue = await Embedded.catalogue
    #expect(
      await catalogue.facts == Catalogue.Facts(titles: 81_701, asOf: "2026-07-29"))
  }

  @Test func unknownTitleIsNil() async throws {
    #expect(try await Embedded.catalogue.title(.tv, id: 438631) == nil)
  }

  @Test func cancelledSearchIsNotMade() async {
    let catalogue = await Embedded.catalogue
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await catalogue.search(q: "dune", limit: 1).total
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

@Suite struct WrittenSearchTests {
  @Test func eachClassIsByVotes() async throws {
    let catalogue = await Catalogue.make(
      .films(
        "The Alien Home", "Alienist", "Alien Nation", "Mad Alien", "Alien", "Home Alien", "Aliens", "ALIEN!"))
    #expect(
      try await catalogue.names("alien") == [
        "Alien", "ALIEN!", "The Alien Home", "Alienist", "Alien Nation", "Aliens", "Mad Alien", "Home Alien",
      ])
    #expect(try await catalogue.names("home alien") == ["Home Alien", "The Alien Home"])
    #expect(try await catalogue.names("alien home") == ["The Alien Home", "Home Alien"])
    #expect(try await catalogue.names("ali home") == [])
  }

  @Test func titleWithTwoSpellingsIsFoundOnce() async throws {
    var title = CatalogueTitle(mediaType: .movie, id: 1, title: "X-Men", voteCount: 3)
    title.originalTitle = "X-Men: L'Été & Co."
    let catalogue = await Catalogue.make(.titles([title]))
    for q in ["x", "x men", "xmen", "X-Men", "men", "ete", "l ete", "and co", "co"] {
      let found = try await catalogue.search(q: q, limit: 10)
      #expect(found.titles == [title], "\(q)")
      #expect(found.total == 1, "\(q)")
    }
  }

  @Test func apostrophesVanish() async throws {
    let catalogue = await Catalogue.make(.films("Ocean's Eleven", "L'Avventura", "It Follows"))
    for q in ["oceans eleven", "ocean's eleven", "ocean’s eleven", "OCEANS ELEV"] {
      #expect(try await catalogue.names(q) == ["Ocean's Eleven"])
    }
    #expect(try await catalogue.names("avventura") == ["L'Avventura"])
    #expect(try await catalogue.names("it's") == [])
  }

  @Test func titleOfSymbolsIsFoundByThemAlone() async throws {
    let catalogue = await Catalogue.make(.films("$", "!!!", "What the #$*!", "🙂", "&", "And Then"))
    #expect(try await catalogue.names("$") == ["$"])
    #expect(try await catalogue.names(" !!! ") == ["!!!"])
    #expect(try await catalogue.names("!") == [])
    #expect(try await catalogue.names("🙂\u{fe0f}") == ["🙂"])
    #expect(try await catalogue.names("&") == ["&"])
    #expect(try await catalogue.names("what the $") == ["What the #$*!"])
  }

  @Test func arabicAndHebrewPointsDoNotCount() async throws {
    let catalogue = await Catalogue.make(.films("كفرناحوم", "וַאלְס עִם בַּאשִׁיר"))
    #expect(try await catalogue.names("كَفَر") == ["كفرناحوم"])
    #expect(try await catalogue.names("ואלס עם באש") == ["וַאלְס עִם בַּאשִׁיר"])
  }

  @Test func pagesDivideTheWhole() async throws {
    let titles = (1...250).map {
      CatalogueTitle(
        mediaType: $0 % 3 == 0 ? .tv : .movie, id: $0, title: "Harbour \($0)", voteCount: 1000 - $0)
    }
    let catalogue = await Catalogue.make(.titles(titles))
    var read: [CatalogueTitle] = []
    for offset in stride(from: 0, to: 300, by: 40) {
      let page = try await catalogue.search(q: "harbour", offset: offset, limit: 40)
      #expect(page.total == 250)
      read += page.titles
    }
    #expect(read == titles)
    #expect(try await catalogue.search(q: "harbour", mediaType: .tv, limit: 5).total == 83)
    for (offset, limit, count) in [
      (249, 20, 1), (250, 20, 0), (.max, 20, 0), (-5, 2, 2), (0, 0, 0), (0, -1, 0), (0, .max, 250),
    ] {
      #expect(try await catalogue.search(q: "harbour", offset: offset, limit: limit).titles.count == count)
    }
  }

  @Test func nothingBeyondTenThousandIsCounted() async throws {
    var titles = (1...10_500).map {
      CatalogueTitle(mediaType: .movie, id: $0, title: "The \($0) x", voteCount: 20_000 - $0)
    }
    // The last by votes, and the best match.
    titles.append(CatalogueTitle(mediaType: .tv, id: 1, title: "X", voteCount: 1))
    titles.append(CatalogueTitle(mediaType: .tv, id: 2, title: "X Y", voteCount: 0))
    let catalogue = await Catalogue.make(.titles(titles))
    let found = try await catalogue.search(q: "x", limit: 3)
    #expect(found.titles.map(\.title) == ["X", "The 1 x", "The 2 x"])
    #expect(found.total == 10_000)
    #expect(try await catalogue.search(q: "x", offset: 9_999, limit: 20).titles.count == 1)
    #expect(try await catalogue.search(q: "x", offset: 10_000, limit: 20).titles == [])
    #expect(try await catalogue.search(q: "x", mediaType: .tv, limit: 20).total == 2)
  }
}

/// What people and fuzzers type.
private let hostileQuestions = [
  "\"", "\"\"", "*", "'", "NEAR", "NEAR(dune part, 3)", "-dune", "AND", "OR NOT", "dune AND", "^dune",
  "text:dune", "{text}:dune", "(", ")", "(dune", "\"dune", "dune\"*", "dune\u{0}", "\u{0}dune",
  "'; DROP TABLE title; --", "%", "_", "\\", "du*ne", "+dune", "dune +", "a\"b\"c", "\u{301}", "🙂", "👨‍👩‍👧‍👦",
  "\u{202e}enud", "\u{feff}", "[REC]", "#$*!", String(repeating: "a ", count: 100),
  String(repeating: "\"", count: 200), String(repeating: "の", count: 200),
  String(repeating: "\u{301}", count: 200), String(repeating: "a-", count: 100),
  String(repeating: "x", count: 100_000),
]
