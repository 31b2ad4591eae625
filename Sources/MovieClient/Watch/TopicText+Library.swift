import JSONRPC
import MovieProtocol

/// The user's library, and lists of titles.
extension TopicText {
  /// `{"watchlist":12,"unwatched":9,"favorites":4,"changed":[...]}`
  static func library(_ data: JSONValue) -> TopicText {
    let data = JSONView(data, LibraryTopicState.shape)
    let watchlist = count(data[\.watchlist])
    let unwatched = min(count(data[\.unwatched]), watchlist)
    let favorites = count(data[\.favorites])
    let toWatch = localized("\(unwatched) to watch")
    var words: [String] = []
    if watchlist > 0 { words += [localized("\(watchlist) on the watchlist"), toWatch] }
    if favorites > 0 { words.append(Quantity.count(favorites, .favourite)) }
    let isEmpty = words.isEmpty
    return TopicText(
      isEmpty ? "empty" : "some", short: unwatched > 0 ? toWatch : "",
      words: isEmpty ? localized("the lists are empty") : words.joined(separator: ", "),
      percentage: watchlist > 0 ? (watchlist - unwatched) * 100 / watchlist : 0, isIdle: isEmpty)
  }

  /// A page of the titles to watch, the newest first: `{"results":[LibraryTitle, ...],"total_results":12,...}`
  static func watchlist(_ data: JSONValue) -> TopicText {
    let count = count(JSONView<PageCount>(data)[\.totalResults])
    let titles = JSONView<LibraryPage>(data).results.prefix(maxLines).map { named($0.title) }
    guard count > 0 else { return TopicText("empty", words: localized("nothing to watch"), isIdle: true) }
    func with(_ shown: [String]) -> [String] {
      shown + (count > shown.count && !shown.isEmpty ? [localized("and \(count - shown.count) more")] : [])
    }
    let short = localized("\(count) to watch")
    let names = with(Array(titles.prefix(maxListed))).joined(separator: ", ")
    return TopicText(
      "some", short: short, words: names.isEmpty ? short : "\(short): \(names)",
      lines: titles.isEmpty ? [short] : with(titles))
  }

  /// `{"results":[{"term":"dune","searched_at":"2026-11-21T09:30:00Z","count":2,"total_results":3}]}`, newest first
  static func searches(_ data: JSONValue) -> TopicText {
    let terms = JSONView(data, SearchTerm.list).rows().prefix(maxLines)
    return list(terms.map { part($0[\.term]) }, none: localized("no searches"))
  }

  /// `{"results":[{"key":"movie/438631","title":"Dune","date":"2021-09-15","kind":"cinema",...}]}`
  static func releases(_ data: JSONValue) -> TopicText {
    // All of them count, even if a tooltip has no room for all.
    let names = JSONView(data, TitleRelease.list).rows().map { release in
      part(release[\.title])
        + (optional(release[\.release.episode]).map { " (\($0))" }
          ?? ReleasesPage.people(release).map { " (\(part(.string($0))))" }
          ?? optional(release[\.release.kind]).map { " (\(ValueWord.text($0)))" } ?? "")
    }
    var text = list(names, none: localized("nothing out today"))
    if names.count > 1 { text.short = localized("\(names.count) out today") }
    text.lines = Array(text.lines.prefix(maxLines))
    return text
  }

  /// `{"results":[{"key":"person/525","name":"Christopher Nolan",...}]}`, newest first
  static func follow(_ data: JSONValue) -> TopicText {
    let names = JSONView(data, FollowedPerson.list).rows().prefix(maxLines).map { part($0[\.person.name]) }
    return list(names, none: localized("you follow nobody"))
  }

  /// A page of titles: `{"results":[Title, ...],"page":1,...}`
  static func browse(_ data: JSONValue) -> TopicText {
    list(JSONView<TitlePage>(data).results.prefix(maxLines).map(named), none: localized("no titles"))
  }

  private static func named(_ title: JSONView<Title>) -> String {
    part(title[\.title]) + (title.year.map { " (\($0))" } ?? "")
  }

  /// The short text is the first name.
  private static func list(_ names: [String], none: String) -> TopicText {
    guard let first = names.first else { return TopicText("empty", words: none, isIdle: true) }
    return TopicText("some", short: first, words: listed(names), lines: names)
  }
}

extension TopicText {
  /// `{"state":"running","reason":null,"version":"0.1.0","network":"online","tasks":[{name, done, total}]}`
  static func server(_ data: JSONValue) -> TopicText {
    let data = JSONView<ServerState>(data)
    let state = word(data[\.stage])
    var notes: [String] = []
    // Shutdown is the implied reason for stopping.
    if let reason = optional(data[\.reason]), reason != "shutdown" { notes.append(reason) }
    if data.network == .offline { notes.append(localized("no network")) }
    let task = data.list(\.tasks, ServerState.task).first
    let percentage = percentage(task?[\.done], of: task?[\.total])
    let progress = task.map { part($0[\.name]) + (percentage.map { " \($0)%" } ?? "") }
    if let progress { notes.append(progress) }
    let shown = ValueWord.text(state)
    let name = "\(Version.server) \(part(data[\.version])) \(shown)"
    return TopicText(
      state, short: state == "running" ? progress ?? "" : shown,
      words: ([name] + notes).joined(separator: ", "), percentage: percentage ?? 0)
  }

  /// `{"settings":{"region":{"value":"DE","from":"library"}}}`
  static func settings(_ data: JSONValue) -> TopicText {
    let all = JSONView<SettingState>.all(data)
    // Only settings changed by a client count for the state: the file and the environment were there before.
    let isChanged = all.contains { $0.value.origin == .library }
    let differing = all.filter { ($0.value[\.origin] ?? "default") != "default" }
    let words = differing.map { "\(part(.string($0.name))) \(shown($0.value[\.value]))" }
    return TopicText(
      isChanged ? "changed" : "default", words: words.isEmpty ? localized("default settings") : listed(words))
  }

  private static func shown(_ value: JSONValue?) -> String {
    switch value {
    // A list within a list of settings: without commas of its own.
    case .array(let items)?: items.prefix(maxListed).map(part).joined(separator: " ")
    // Secrets are `{"set":true}`.
    case .object?: value?["set"] == true ? localized("set") : localized("not set")
    default: part(value)
    }
  }
}

/// The profiles of the household, and the account of one of them.
extension TopicText {
  /// `{"profiles":[{"name":"Papa","age_limit":null,"has_pin":true,"locked":true,...},...]}`
  static func profiles(_ data: JSONValue) -> TopicText {
    let profiles = JSONView(data, ProfileSummary.shared).list(\.self, ProfileSummary.sharedRow)
    let withPIN = profiles.filter { $0.hasPIN == true }
    let unlocked = withPIN.filter { $0.isLocked == false }.map { part($0[\.name]) }
    let names = profiles.map { profile in
      let name = part(profile[\.name])
      guard profile.hasPIN == true else { return name }
      return "\(name) (\(profile.isLocked == false ? localized("unlocked") : localized("locked")))"
    }
    return TopicText(
      withPIN.isEmpty ? "open" : unlocked.isEmpty ? "locked" : "unlocked", short: listed(unlocked),
      words: listed(names), lines: Array(names.prefix(maxLines)), isIdle: unlocked.isEmpty)
  }

  /// The result of `account.status`. A bar shows it while the person has to do something.
  static func account(_ data: JSONValue) -> TopicText {
    let status = JSONView<AccountStatus>(data)
    let needsPerson = [.waiting, .revoked].contains(status.state) || status.question != nil
    let words =
      status.state == .waiting
      ? AccountPage.waiting(status, .current) : status.message ?? AccountPage.none
    return TopicText(
      word(status[\.state]), short: needsPerson ? localized("TMDB account") : "",
      words: BarText.bounded(words, to: BarText.maxLineLength),
      isIdle: status.state == .disconnected)
  }
}
