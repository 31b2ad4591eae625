import MovieProtocol

/// An option of a command. One that is a parameter of the command's method has its type, its values and its
/// mistakes from the contract.
package struct Option: Sendable {
  enum Value: Sendable {
    /// It is set, or not. As a parameter it has this value.
    case flag(Bool)
    /// The daemon checks the value of a parameter; a client may be older.
    case parameter
    /// Of no method, so that it is checked here.
    case checked(ParameterType)
    case seconds
    case text
  }

  /// `sort-by`
  package let name: String
  let short: Character?
  /// A second name.
  let otherName: String?
  let value: Value
  /// What stands for the value in the help: `year`, `day|week`. Nil: the values of its type, or `n`.
  private let placeholder: String?
  let help: LocalizedText
  package let parameter: String?
  /// All words up to the next option are values.
  let takesList: Bool
  let completion: Completion
  let isHidden: Bool

  init(
    _ name: String, _ value: Value, _ short: Character? = nil, otherName: String? = nil,
    placeholder: String? = nil, parameter: String? = nil, takesList: Bool = false,
    completion: Completion = .ofType, isHidden: Bool = false, help: LocalizedText
  ) {
    (self.name, self.short, self.otherName, self.value) = (name, short, otherName, value)
    (self.placeholder, self.parameter, self.takesList) = (placeholder, parameter, takesList)
    (self.completion, self.isHidden, self.help) = (completion, isHidden, help)
  }

  /// - Parameter parameter: with the value `sets`.
  static func flag(
    _ name: String, _ short: Character? = nil, for parameter: String? = nil, sets: Bool = true,
    help: LocalizedText
  ) -> Option {
    Option(name, .flag(sets), short, parameter: parameter, help: help)
  }

  /// A parameter of the command's method.
  ///
  /// - Parameter name: if it is not that of the parameter.
  static func parameter(
    _ parameter: String, named name: String? = nil, _ short: Character? = nil, otherName: String? = nil,
    placeholder: String? = nil, takesList: Bool = false, completion: Completion = .ofType,
    help: LocalizedText
  ) -> Option {
    Option(
      name ?? String(parameter.map { $0 == "_" ? "-" : $0 }), .parameter, short, otherName: otherName,
      placeholder: placeholder, parameter: parameter, takesList: takesList, completion: completion, help: help
    )
  }

  var isFlag: Bool { if case .flag = value { true } else { false } }

  func isFlagOf(_ wanted: Bool) -> Bool { if case .flag(let flag) = value { flag == wanted } else { false } }

  /// As it is typed: `-n`, `--page-size`.
  var spellings: [String] {
    [short.map { "-\($0)" }, "--" + name, otherName.map { "--" + $0 }].compactMap(\.self)
  }

  /// - Parameter command: whose option it is.
  func type(of command: Command) -> ParameterType? {
    switch value {
    case .checked(let type): type
    case .parameter: command.parameter(parameter)?.type
    case .flag, .seconds, .text: nil
    }
  }

  /// `year`, `day|week`; nil: it takes no value.
  func placeholder(of command: Command) -> String? {
    guard !isFlag else { return nil }
    if let placeholder { return placeholder }
    switch type(of: command) {
    case .choice(let names)?: return names.joined(separator: "|")
    case .integer?: return "n"
    default: return name
    }
  }
}

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
