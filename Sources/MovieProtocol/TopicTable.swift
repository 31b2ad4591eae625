package import JSONRPC

/// One row of the topic table: the full description of a topic. A topic is a state a client can follow:
/// `subscribe` answers with the current state, and an `event` brings each later one, complete and in the same
/// shape.
package struct TopicDescription: Sendable {
  package let name: String
  /// One line, a sentence without a full stop, for lists.
  package let summary: String
  /// Whole sentences, for the description of a single topic.
  package let description: String
  /// It is the same in all profiles, and needs no PIN.
  package let isShared: Bool
  /// Minimum milliseconds between two events; 0: each change sends one.
  package let minInterval: Int
  /// From any event to one that brings only progress, such as the player's position.
  package let progressInterval: Int
  /// The shape of `data`.
  package var state: Schema { makeState() }
  private let makeState: @Sendable () -> Schema

  package init(
    _ name: String, _ summary: String, description: String, isShared: Bool = false, minInterval: Int = 0,
    progressInterval: Int? = nil, state: @autoclosure @escaping @Sendable () -> Schema
  ) {
    (self.name, self.summary, self.description) = (name, summary, description)
    (self.isShared, self.minInterval) = (isShared, minInterval)
    self.progressInterval = progressInterval ?? minInterval
    makeState = state
  }
}

extension TopicDescription {
  /// It stands for the topics of all lists.
  var isFamily: Bool { name == Self.browse.name }
  /// The beginning of the names of its shapes.
  var typeName: String {
    let word = name.prefix { $0 != ":" }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  package static let server = TopicDescription(
    "server", "whether the daemon runs or is stopping, and its long tasks",
    description: "The state stopping comes at once; then the daemon closes the connection.", isShared: true,
    minInterval: 100, progressInterval: 1000, state: ServerState.shape.schema)

  package static let profiles = TopicDescription(
    "profiles", "the profiles, and which of them are unlocked",
    description: """
      Of each profile it has what is the same for every connection: locked is true while a connection that \
      has not sent the PIN needs it.
      """, isShared: true,
    state: ProfileSummary.shared.schema)

  package static let account = TopicDescription(
    "account", "the result of the method account.status",
    description: "What a comparison changes in the lists is an event of `library`.",
    state: AccountStatus.shape.schema)
}

extension TopicDescription {
  package static let library = TopicDescription(
    "library",
    "the size of the profile's lists, and the entries that changed; its rev is the library's version",
    description: """
      The rev of the topic is the version of the library, the same as in the answers of the lists and their \
      changes. It is stored, so it goes on after a restart of the daemon. A client that skips events itself \
      takes changes for null.
      """,
    state: LibraryTopicState.shape.schema)

  package static let watchlist = TopicDescription(
    "watchlist", "the ten newest titles to watch",
    description: """
      The result of the method for watched false and page_size 10; fewer titles if they are more than some \
      60,000 bytes, as with long notes. total_results counts all, also those that an age limit hides.
      """, state: LibraryPage.schema)

  package static let downloads = TopicDescription(
    "downloads", "the downloads and their progress",
    description: "It has the first downloads of the method's order, without assets; downloads.get has all.",
    isShared: true, minInterval: 100, progressInterval: 250, state: DownloadsState.schema)

  package static let searches = TopicDescription(
    "searches", "the 20 newest searches",
    description: "The newest 20 of the method, without its pages.", state: SearchTerm.list.schema)

  package static let settings = TopicDescription(
    "settings", "the result of the method settings",
    description: "All of them, whichever was changed.", state: SettingState.values.schema)

  package static let releases = TopicDescription(
    "releases", "today's releases from the watchlist",
    description: """
      As the method reports them, at most 200, and up to some 60,000 bytes. The first state has the dates \
      known so far; while a client follows the topic, unknown ones are looked up. An event comes when the \
      titles of today change: at midnight in the user's time zone, when the watchlist or the settings \
      change, and when TMDB has new data; at most one a second.
      """, state: TitleRelease.list.schema)

  package static let follow = TopicDescription(
    "follow", "the people that the profile follows", description: "All of them; the method has pages.",
    state: FollowedPerson.list.schema)

  package static let player = TopicDescription(
    "player", "what the player is doing", description: "The result of the method player.",
    isShared: true, minInterval: 100, progressInterval: 1000,
    state: PlayerState.schema)

  /// All lists of `browse`.
  package static let browse = browse(named: "browse:LIST")

  /// One of them.
  package static func browse(_ list: BrowseTopicName) -> TopicDescription { browse(named: list.text) }

  private static func browse(named name: String) -> TopicDescription {
    TopicDescription(
      name, "the first page of a list of browse, as browse:trending or browse:trending/tv",
      description: """
        While a client follows it, the list is asked for again when the cached one is too old, when the day \
        ends, and when settings or lists of the profile change. An event comes when the titles or their order \
        differ from before; a change of their user_state sends none. A list that browse would refuse has no \
        state.
        """,
      state: TitlePage.schema)
  }
}

/// Every topic of this version, in the order the documents list them.
package enum TopicTable {
  package static let all: [TopicDescription] = [
    .library, .watchlist, .downloads, .player, .searches, .releases, .follow, .settings, .browse, .account,
    .profiles, .server,
  ]

  package static func topic(named name: String) -> TopicDescription? {
    if let list = BrowseTopicName(name) { return .browse(list) }
    return all.first { $0.name == name && $0.name != TopicDescription.browse.name }
  }

  private static let names = all.map(\.name)

  /// Names that users may type, for completions.
  package static let spellings = all.flatMap { topic in
    topic.name == TopicDescription.browse.name
      ? BrowseList.allCases.map { BrowseTopicName.prefix + $0.rawValue } : [topic.name]
  }

  /// A regular expression for every name that `subscribe` takes.
  static let pattern: String = {
    let lists = HomeParams.Row.spellings.joined(separator: "|")
    let names = all.map {
      $0.name == TopicDescription.browse.name ? BrowseTopicName.prefix + "(\(lists))" : $0.name
    }
    return "^(\(names.joined(separator: "|")))$"
  }()

  /// `invalid_params` for `topics` of `subscribe`: there is no topic of that name.
  package static func unknown(_ name: String) -> RPCError {
    fault(
      .noTopicNamed(Spelling.shortened(name)), .meant(name, among: names, else: Advice(.topicsAre(names))))
  }

  /// `invalid_params`: a subscription to nothing.
  package static func nothing() -> RPCError {
    fault(.topicsEmpty, .example([JSONMember("topics", ["server"])]))
  }

  private static func fault(_ text: Message, _ advice: Advice) -> RPCError {
    .parameter("topics", text, expected: "1 to \(maxNames) of " + names.joined(separator: ", "), advice)
  }

  /// The maximum in one `subscribe`.
  package static let maxNames = 32

  /// Its capability.
  private static func tags(of topic: TopicDescription) -> [JSONValue] {
    Capability.all.filter { $0.topics.contains { $0.name == topic.name } }.map { ["name": .string($0.name)] }
  }

  /// The table as it appears in the OpenRPC document, under the extension `x-topics`: events are no methods.
  static var json: JSONValue {
    .array(
      all.map {
        [
          "name": .string($0.name),
          "summary": .string($0.summary),
          "description": .string($0.description),
          "shared": .bool($0.isShared),
          "minimumIntervalMs": .number(String($0.minInterval)),
          "progressIntervalMs": .number(String($0.progressInterval)),
          "tags": .array(tags(of: $0)),
          "data": $0.state.json,
        ]
      })
  }
}
