package import JSONRPC

package enum SettingsMethod: RPCMethod {
  package static let method = Method(
    "settings", "show the settings",
    description: """
      The environment overrides the library (values set by clients), which overrides the file, which overrides \
      the default.
      """,
    result: SettingState.values.schema, errors: [.notFound, .storageError, .forbidden])
}

package enum SettingsUpdateMethod: RPCMethod {
  package static let set = Param(
    "set", .object(maximum: 64), "New values by name, such as {\"region\":\"DE\"}.")
  package static let reset = Param(
    "reset", .texts(maximum: 64), default: [],
    "Names of settings to reset to the file's value or the default.")

  package static let method = Method(
    "settings.update", "change settings",
    description: """
      All of `set` and `reset` is changed, or nothing is. The answer is sent when the change is on disk; \
      it applies from the next request. A tmdb.key is tried before it is set, for at most 4 seconds: a key \
      that TMDB refuses is `upstream_unauthorized`; a key that cannot be tried is set. A setting that the \
      environment fixes is a `conflict` with the state environment. One that only the file sets is \
      `forbidden`, and so is a shared one from a profile with an age limit (`needs` age).
      """,
    parameters: [set, reset],
    result: SettingState.update.schema,
    errors: [.notFound, .conflict, .storageError, .forbidden, .upstreamUnauthorized],
    example: ["set": ["region": "DE"]])
}

package enum SettingsDescribeMethod: RPCMethod {
  package static let method = Method(
    "settings.describe", "show the settings, each with what it may be",
    description: "Enough for a screen that shows and changes any setting.",
    result: SettingState.descriptions.schema, errors: [.notFound, .storageError, .forbidden])
}
