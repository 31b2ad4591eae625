package import JSONRPC

package enum SettingsMethod: RPCMethod {
  package static let set = Param(
    "set", .object(maximum: 64), "New values by name, such as {\"region\":\"DE\"}.")
  package static let reset = Param(
    "reset", .texts(maximum: 64), default: [],
    "Names of settings to reset to the file's value or the default.")

  package static let method = Method(
    "settings", "show and change the settings",
    description: """
      Without parameters it only reads. All of `set` and `reset` is changed, or nothing is. The answer is \
      sent when the change is on disk; it applies from the next request. A tmdb.key is tried before it is \
      set: a key that TMDB refuses is `upstream_unauthorized`; a key that cannot be tried is set. The \
      environment overrides the library (values set by clients), which overrides the file, which overrides \
      the default.
      """,
    parameters: [set, reset],
    result: .object("Settings") {
      settingsState
      Field(
        "checked",
        .map(
          .text("accepted, or why it could not be tried; values as reason in meta."),
          "Result of trying a new key, by the setting's name."))
    },
    errors: [.notFound, .conflict, .storageError, .forbidden, .upstreamUnauthorized],
    example: ["set": ["region": "DE"]])
}

/// Also the state of the topic.
let settingsState = Schema.Field(
  "settings",
  .map(
    .object("Setting") {
      Field("value", .any("The value in force, or null; for a secret {\"set\":true} or {\"set\":false}."))
      Field("default", .any("The built-in value; shown like value."))
      Field("from", .choice(["default", "file", "library", "environment"], "Where the value is set."))
      Field("description", .text("One or two sentences."))
      Field(
        "settable",
        .choice(
          ["profile", "shared", "file"],
          "profile: clients set it, per profile; shared: clients set it, for all profiles; file: config.toml only."
        ))
      Field(
        "schema",
        .anyObject("JSON Schema of its values; writeOnly: a secret, whose value is only shown as set or not.")
      )
    }, "All settings, by name."))
