/// A sentence for people that is data as well: programs know it by its id, and translate it with its arguments.
///
///     {"id":"profile_has_pin","args":{"name":"Living Room"}}      Living Room has a PIN
package struct Message: Hashable, Sendable, CustomStringConvertible {
  /// Stable, like the kind of an error.
  package let id: String
  /// In the order of the English sentence.
  package let arguments: [JSONMember]
  /// Without a full stop.
  package let english: String

  package init(id: String, arguments: [JSONMember], english: String) {
    (self.id, self.arguments, self.english) = (id, arguments, english)
  }

  /// A sentence without arguments.
  package init(_ id: StaticString, _ english: StaticString) {
    self.init(id: "\(id)", arguments: [], english: "\(english)")
  }

  package var description: String { english }

  package func write(into writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id)
      $0.name("args")
      $0.object {
        for argument in arguments {
          $0.name(argument.name)
          $0.value(argument.value)
        }
      }
    }
  }
}

extension Message {
  /// Words of another program or of the system, which have no translation.
  package static let words = MessageForm<String>("words", "{words}")
}
