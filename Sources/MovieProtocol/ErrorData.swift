package import JSONRPC

/// The shape of `data` of each kind of error.
extension ErrorCatalogue {
  package static func data(_ kind: RPCError.Kind) -> Schema {
    .object(dataName(kind), parts: [head]) {
      Field("kind", .constant(kind.name, aboutKind))
      details(kind)
      if kind == .invalidParams || SubscribeMethod.method.errors.contains(kind) { topic }
      headFields
    }
  }

  /// Of an error of any kind, also of one that a later version has.
  static let anyData = Schema.NamedSchema(
    "ErrorData",
    .object([Field("kind", .choice(RPCError.Kind.all.map(\.name), aboutKind))] + headFields), parts: [head])

  private static let head = Schema.NamedSchema("ErrorHead", .object(headFields))

  private static let headFields = [
    Field("text", Message.schema("The message, to be translated.")),
    Field("remedy", .optional(Remedy.schema("What to do about it, for programs."))),
    Field("hint", .optional(.text("What to do about it, in one English sentence."))),
    Field("hint_text", .optional(Message.schema("The hint, to be translated."))),
  ]

  private static let aboutKind = "The kind of error."

  /// `rate_limited`: `RateLimitedData`
  private static func dataName(_ kind: RPCError.Kind) -> String {
    kind.name.split(separator: "_").map(\.capitalized).joined() + "Data"
  }

  /// A later version may have others.
  private static let conflictStates =
    ["exists", "default", "subscribed", "importing", "environment", "connected", "disconnected", "revoked"]
    + AccountChangeRow.State.allCases.map(\.rawValue) + PlayerState.Stage.allCases.map(\.rawValue)

  private static func details(_ kind: RPCError.Kind) -> [Field] {
    switch kind {
    case .parseError: [Field("offset", .integer("Bytes from the start of the message to the fault."))]
    case .methodNotFound: [Field("did_you_mean", .optional(.text("The method probably meant.")))]
    case .invalidParams:
      [
        Field("param", .text("Name of the parameter; of a surplus one its index.")),
        Field("expected", .text("The values it takes.")),
      ] + counts
    case .storageError: counts
    case .internalError: [Field("incident", .text("The daemon's log has more under it."))]
    case .cancelled:
      [Field("by", .choice(["cancel", "newer", "shutdown"], "newer: a request with the same supersedes."))]
    case .notFound:
      [
        Field(
          "resource",
          .choice(
            [
              "title", "image", "video", "season", "person", "collection", "entry", "download", "profile",
              "change", "answer",
            ], "Kind of thing.")
        )
      ]
    case .upstreamUnavailable, .rateLimited: [source, reason, retryAfter]
    case .upstreamUnauthorized: [source, reason, Field("setting", .text("The setting for the key."))]
    case .timeout: [Field("timeout_ms", .integer("The time it had, in milliseconds."))]
    case .limitExceeded:
      [
        Field("limit", .text("Name of the limit.")), Field("max", .integer("Its value.")),
        Field("got", .integer("The value of the request.")),
      ]
    case .overloaded: [retryAfter]
    case .conflict:
      [
        Field("version", .integer("The entry's version, if if_version does not match."), isRequired: false),
        Field(
          "entry", .optional(LibraryEntry.ofEitherList.meaning("The entry as it is; null: there is none.")),
          isRequired: false),
        Field(
          "state", .choice(conflictStates, "The state that forbids it, if that is the reason."),
          isRequired: false),
      ]
    case .notAvailable:
      [
        Field("missing", .text("A capability, a program or a setting; protocol: none of the versions.")),
        Field(
          "protocol_versions", .list(.integer("A version."), "Those that the daemon speaks, of `hello`."),
          isRequired: false),
      ]
    case .forbidden:
      [
        Field(
          "needs",
          .optional(.choice(["pin", "age", "license"], "null: nothing that a request can have."))),
        retryAfter,
      ]
    case .ambiguous:
      [
        Field(
          "candidates",
          .list(
            .oneOf([Title.candidate.schema, Person.candidate.schema], "A title, or a person."),
            "Titles, or people, that may be meant, at most five; the best known first."))
      ]
    default: []
    }
  }

  private static let topic = Field(
    "topic", .text("Of `subscribe`: the topic it is about."), isRequired: false)
  private static let counts = [
    Field("read", .integer("Of an import of titles: the lines that were read."), isRequired: false),
    Field(
      "skipped", .map(.integer("Lines."), "Of an import of titles: lines without effect, by reason."),
      isRequired: false),
  ]
  private static let source = Field("source", .text("The upstream."))
  private static let reason = Field("reason", .text("The reason; values as in meta."))
  private static let retryAfter = Field(
    "retry_after_ms", .optional(.integer("Milliseconds to wait; null if unknown.")))
}

extension Substring {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
