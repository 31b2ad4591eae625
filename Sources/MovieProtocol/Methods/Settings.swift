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
    result: SettingState.result.schema,
    errors: [.notFound, .conflict, .storageError, .forbidden, .upstreamUnauthorized],
    example: ["set": ["region": "DE"]])
}
