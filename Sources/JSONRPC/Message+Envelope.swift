// Messages about requests that no method has seen.
extension Message {
  static let notJSON = MessageForm<Int>("not_json", "the message is not JSON: see byte {offset}")
  static let notRequest = MessageForm<String>("not_request", "{reason}")
  static let limitIs = MessageForm<String, Int, Int>("limit_is", "{limit} is at most {max}, not {got}")
  static let sendOneLine = Message("send_one_line", "send one JSON text in UTF-8 on one line")
  static let sendRequest = Message(
    "send_request", #"send {"jsonrpc":"2.0","id":1,"method":"...","params":{...}}"#)

  package static let envelopeForms: [any MessageTemplate] = [
    words, notJSON, notRequest, limitIs, sendOneLine, sendRequest,
  ]
}
