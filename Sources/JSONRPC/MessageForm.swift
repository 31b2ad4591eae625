/// The form of a message: its id and its English sentence, with `{name}` for each argument. Called with the
/// arguments, in the order of the sentence, it makes the message.
///
///     static let profileHasPIN = MessageForm<String>("profile_has_pin", "{name} has a PIN")
///     let message = profileHasPIN("Living Room")
package struct MessageForm<each Argument: MessageArgument>: MessageTemplate {
  package let id: String
  package let english: String
  package let names: [String]

  package init(_ id: StaticString, _ english: StaticString) {
    (self.id, self.english) = ("\(id)", "\(english)")
    names = MessageText.names(in: self.english)
  }

  package var kinds: [MessageArgumentKind] {
    var kinds: [MessageArgumentKind] = []
    repeat kinds.append((each Argument).kind)
    return kinds
  }

  package func callAsFunction(_ argument: repeat each Argument) -> Message {
    var members: [JSONMember] = []
    var texts: [String] = []
    func add(_ argument: some MessageArgument) {
      if members.count < names.count { members.append(JSONMember(names[members.count], argument.json)) }
      texts.append(argument.english)
    }
    repeat add(each argument)
    return Message(id: id, arguments: members, english: MessageText.filled(english, names, texts))
  }
}

/// What a program needs to show the messages of one form.
package protocol MessageTemplate: Sendable {
  var id: String { get }
  /// `{name} has a PIN`
  var english: String { get }
  /// Of the arguments, in the order of the sentence.
  var names: [String] { get }
  var kinds: [MessageArgumentKind] { get }
}

/// A message without arguments is its own form.
extension Message: MessageTemplate {
  package var names: [String] { [] }
  package var kinds: [MessageArgumentKind] { [] }
}

/// Sentences with `{name}` for what varies.
package enum MessageText {
  /// Each once, in the order of the sentence.
  static func names(in sentence: String) -> [String] {
    sentence.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      let name = part.prefix { $0.isLowercase || $0 == "_" }
      return !name.isEmpty && part.dropFirst(name.count).first == "}" ? String(name) : nil
    }
  }

  package static func filled(_ sentence: String, _ names: [String], _ texts: [String]) -> String {
    var (filled, rest) = ("", sentence[...])
    for (name, text) in zip(names, texts) {
      let hole = "{\(name)}"
      guard let place = rest.indices.first(where: { rest[$0...].hasPrefix(hole) }) else { continue }
      filled += rest[..<place] + text
      rest = rest[place...].dropFirst(hole.count)
    }
    return filled + rest
  }
}
