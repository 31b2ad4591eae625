/// What decides a title's place: for each word the best of what explains it, and for the whole query once. Tuned by what
/// people type.
struct ScoreWeights: Sendable {
  // A word that stands in
  var title: Float = 2
  var alias: Float = 1.7
  var collection: Float = 1.8
  var director: Float = 2.6
  var lead: Float = 2
  var cast: Float = 1.2
  var keyword: Float = 1
  var network: Float = 1.6
  /// or means
  var genre: Float = 1.7
  var place: Float = 1.7
  /// Made there, in another language.
  var countryOnly: Float = 0.9
  var decade: Float = 1.7
  var year: Float = 2.2
  /// A film has other years in other countries.
  var yearBeside: Float = 1
  var mediaType: Float = 1
  /// "alien 2" is the second of its collection.
  var ordinal: Float = 2.6
  var initials: Float = 2.5

  // How it was typed: a factor.
  var unfinished: Float = 0.9
  var otherForm: Float = 0.85
  var otherNumeral: Float = 0.95
  var oneLetterOff: Float = 0.62
  var twoLettersOff: Float = 0.45
  var twoInOne: Float = 0.8
  var oneInTwo: Float = 1.6
  /// It says little: the, of, movie.
  var little: Float = 0.15
  /// A second reason for the same word.
  var also: Float = 0.3

  // The whole query is
  var wholeTitle: Float = 7
  var wholeWithoutArticle: Float = 6
  var wholeAlias: Float = 5.5
  var wholeWithoutBlanks: Float = 5
  /// With `initials` as much as a word that begins so at the beginning of a title: how well known they are decides.
  var wholeInitials: Float = 1.3
  /// a factor, with a year: "dune 2021"
  var withYear: Float = 0.7
  /// a factor, of a series with the number of a season: "squid game 2"
  var season: Float = 0.7
  /// a factor, without words that say nothing: "the bear season 3"
  var core: Float = 0.9
  var beginning: Float = 2
  /// of a title that few know: "alien" is rather AVP: Alien vs. Predator than Alien Domicile
  var beginningOfUnknown: Float = 0.5
  var beginningOfAlias: Float = 0.8

  /// The best known has all of it; the least known 0.
  var renown: Float = 4
  /// Two words that follow each other are of two different people.
  var twoPeople: Float = -1.2
  /// A word that nothing explains.
  var unexplained: Float = -2.2

  /// Of the beginning of a word: "war" is hardly Interstellar, which has the keyword time warp.
  var begun: ScoreWeights {
    var weights = self
    weights.keyword /= 3
    return weights
  }

  /// Of a word that was corrected: nearly every word is near a keyword or somebody's name.
  var corrected: ScoreWeights {
    var weights = self
    (weights.keyword, weights.network, weights.cast) = (keyword / 3, network / 3, cast / 3)
    return weights
  }

  /// Of a word that is said about a title: rather what it is about than its name.
  var described: ScoreWeights {
    var weights = self
    weights.keyword = title
    return weights
  }

  /// Of a word that says what titles are asked for: "war movies", "best movies 1994".
  var listed: ScoreWeights {
    var weights = corrected
    (weights.title, weights.alias, weights.collection, weights.director, weights.lead) = (0, 0, 0, 0, 0)
    weights.yearBeside = 0
    return weights
  }

  func of(_ fields: Fields) -> Float {
    var best: Float = 0
    if fields.contains(.title) { best = max(best, title) }
    if fields.contains(.alias) { best = max(best, alias) }
    if fields.contains(.collection) { best = max(best, collection) }
    if fields.contains(.director) { best = max(best, director) }
    if fields.contains(.cast) { best = max(best, fields.contains(.lead) ? lead : cast) }
    if fields.contains(.keyword) { best = max(best, keyword) }
    if fields.contains(.network) { best = max(best, network) }
    return best
  }
}
