import GRDB
import JSONRPC

extension Message: ColumnConvertible {
  /// As a column has it: `{"id":"no_title_of_name","args":{},"message":"there is no title of that name"}`
  var stored: String {
    JSONValue.object([
      JSONMember("id", .string(id)), JSONMember("args", .object(arguments)),
      JSONMember("message", .string(english)),
    ]).text()
  }

  /// - Parameter stored: also plain words, as earlier versions wrote them.
  init(stored: String) {
    guard let json = try? JSONValue(parsing: stored), let id = json["id"]?.stringValue,
      let english = json["message"]?.stringValue
    else {
      self = .words(stored)
      return
    }
    self.init(id: id, arguments: json["args"]?.objectValue ?? [], english: english)
  }
}
