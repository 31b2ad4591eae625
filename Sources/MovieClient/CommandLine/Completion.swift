import MovieProtocol

/// What a shell offers for a word.
enum Completion: Sendable {
  typealias Source = @Sendable (CompletionRequest) -> [CompletionWord]

  /// The values of the type.
  case ofType
  case words([String])
  case files
  /// Found out when it is needed, such as what only the daemon knows.
  case asked(Source)
}

extension ParameterType {
  /// The values that can be listed.
  var choices: [String] {
    switch self {
    case .choice(let names), .choices(let names): names
    case .boolean: ["true", "false"]
    default: []
    }
  }
}
