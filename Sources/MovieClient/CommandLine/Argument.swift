import MovieProtocol

/// Words of a command that are no options.
package struct Argument: Sendable {
  enum Count: Sendable { case one, optional, some, any }

  /// As messages name it: `NAME`.
  let name: String
  /// In the usage: `KEY ... | WORDS ...`.
  let form: String
  let help: LocalizedText
  let count: Count
  /// Of the command's method.
  package let parameter: String?
  let type: ParameterType?
  let completion: Completion
  /// Only told to be wrong.
  let isHidden: Bool

  /// - Parameter type: of a value that is checked here; nil: the daemon checks it.
  init(
    _ name: String, _ count: Count = .one, form: String? = nil, for parameter: String? = nil,
    type: ParameterType? = nil, completion: Completion = .ofType, help: LocalizedText
  ) {
    (self.name, self.count, self.help) = (name, count, help)
    (self.parameter, self.type, self.completion, isHidden) = (parameter, type, completion, false)
    self.form =
      form
      ?? {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .some: "\(name) ..."
        case .any: "[\(name) ...]"
        }
      }()
  }

  /// Words that the command refuses in its own way.
  private init(hidden name: String) {
    (self.name, form, help, count) = (name, "", "", .any)
    (parameter, type, completion, isHidden) = (nil, nil, .words([]), true)
  }

  static let unwanted = Argument(hidden: "WORDS")

  var isRequired: Bool { count == .one || count == .some }
  var isRepeated: Bool { count == .some || count == .any }

  // Titles.

  static let title = Argument(
    "KEY", .some, form: "KEY | WORDS ...", completion: .asked(CompletionTitles.suggested),
    help: "A title's key, or words of its name.")
  static func titles(_ completion: @escaping Completion.Source) -> Argument {
    Argument(
      "KEY", .some, form: "KEY ... | WORDS ...", completion: .asked(completion),
      help: "Keys of titles, or words of one's name.")
  }
}
