package import JSONRPC

package enum SettingsMethod: RPCMethod {
  package static let set = Param(
    "set", .object(maximum: 64), "New values by name, such as {\"region\":\"DE\"}.")
  package static let reset = Param(
    "reset", .texts(maximum: 64), default: [], "Names that are to have what the file or the default says.")

  package static let method = Method(
    "settings", "see and change the settings",
    description: """
      Without parameters it only tells. All that `set` and `reset` name is changed at once, or nothing is; what is \
      changed is on the disk when this is answered, and counts from the next request. A tmdb.key is tried before it \
      is set: one that TMDB refuses is `upstream_unauthorized`, and one that cannot be tried is set all the same. From weak to strong a value \
      comes from the default, the file, the library (what clients set) or the environment.
      """,
    parameters: [set, reset],
    result: .object(
      settingsState + [
        .init(
          "checked",
          .map(
            .text("accepted, or why it could not be tried, as reason in meta."),
            "What TMDB said of a key that was set, by the setting's name."))
      ]),
    errors: [.notFound, .conflict, .storageError, .forbidden, .upstreamUnauthorized],
    example: ["set": ["region": "DE"]])
}

/// Also the state of the topic.
let settingsState: [Schema.Field] = [
  .init(
    "settings",
    .map(
      .object([
        .init(
          "value",
          .any("In force, null where there is none; of a secret {\"set\":true} or {\"set\":false}.")
        ),
        .init("default", .any("Without file, library and environment; shown like value.")),
        .init(
          "from", .choice(["default", "file", "library", "environment"], "Who has set the value.")),
        .init("description", .text("One sentence or two.")),
        .init(
          "settable",
          .choice(
            ["profile", "shared", "file"],
            "profile: by clients, one a profile; shared: by clients, one for all; file: in config.toml only."
          )),
      ]), "All there are, by name."))
]
