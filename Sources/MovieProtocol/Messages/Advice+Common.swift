package import JSONRPC

/// What to do about errors of several methods.
extension Advice {
  /// The same request with these parameters.
  package static func send(_ params: [JSONMember]) -> Advice {
    Advice(example(params).hint, .params(params))
  }

  /// Example values in the hint only: no program should send them.
  package static func example(_ params: [JSONMember]) -> Advice {
    Advice(.send(MessageExcerpt(JSONValue.object(params).text())))
  }

  /// The nearest of these words; nil: none is near.
  ///
  /// - Parameter name: the parameter that takes it.
  package static func meant(_ word: String, among words: [String], of name: String? = nil) -> Advice? {
    Spelling.nearest(to: word, among: words).map { near in
      Advice(.didYouMean(near), name.map { .param($0, .string(near)) })
    }
  }

  package static func meant(
    _ word: String, among words: [String], of name: String? = nil, else advice: Advice
  ) -> Advice {
    meant(word, among: words, of: name) ?? advice
  }

  package static let searchForTitle = Advice(
    .searchForTitle, .method(SearchMethod.method.name, ask: [SearchMethod.q.name]))
  package static let seeDownloads = Advice(.seeDownloads, .method(DownloadsMethod.method.name))
  package static let seeProfiles = Advice(.seeProfiles, .method(ProfilesMethod.method.name))
  package static let seeGenres = Advice(.seeGenres, .method(GenresMethod.method.name))
  package static let seeCountries = Advice(.seeCountries, .method(CountriesMethod.method.name))
  package static let seeLanguages = Advice(.seeLanguages, .method(LanguagesMethod.method.name))
  package static let seeSettings = Advice(.seeSettings, .method(SettingsMethod.method.name))

  package static let omitCacheOnly = Advice(
    .omitParameter(MessageParameter(Parameter.cacheOnly.name)), .param(Parameter.cacheOnly.name, .null))

  package static func seeTrailers(of key: TitleKey) -> Advice {
    Advice(
      .seeTrailers, .method(TrailerMethod.method.name, params: [JSONMember("key", .string(key.text))]))
  }

  package static let installPlayer = Advice(.installPlayer, .install("mpv"))

  package static func seeList(_ list: LibraryList) -> Advice { Advice(.seeList, .method(list.rawValue)) }

  package static func unlock(_ profile: String) -> Advice {
    Advice(
      .unlockProfile(profile),
      .method(
        ProfilesUnlockMethod.method.name, params: [JSONMember("name", .string(profile))], ask: ["pin"]))
  }

  /// Where TMDB's keys are shown.
  package static let tmdbKeyPage = "https://www.themoviedb.org/settings/api"
}

extension Message {
  /// - Parameter name: of what a thread may wait for.
  package static func resource(_ name: String) -> Message {
    [dataFolder, downloadsFolder, cacheFolder, diskOfFile].first { $0.english == name }
      ?? words(name)
  }
}
