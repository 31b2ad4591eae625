import JSONRPC

extension Message {
  /// As a column has it: `{"id":"no_title_of_name","args":{},"message":"there is no title of that name"}`
  var column: String {
    JSONValue.object([
      JSONMember("id", .string(id)), JSONMember("args", .object(arguments)),
      JSONMember("message", .string(english)),
    ]).text()
  }

  /// - Parameter column: also plain words, as earlier versions wrote them.
  init(column: String) {
    guard let json = try? JSONValue(parsing: column), let id = json["id"]?.stringValue,
      let english = json["message"]?.stringValue
    else {
      self = .words(column)
      return
    }
    self.init(id: id, arguments: json["args"]?.objectValue ?? [], english: english)
  }
}
