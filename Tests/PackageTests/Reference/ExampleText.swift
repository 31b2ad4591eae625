import JSONRPC

/// A request of a transcript and its answer, in lines of a page, without what is the same in each row.
enum ExampleText {
  /// - Parameter example: of the OpenRPC document.
  static func exchange(_ method: String, _ example: JSONValue) -> String? {
    guard let result = example["result"]?["value"] else { return nil }
    let params = (example["params"]?.arrayValue ?? []).compactMap { param in
      param["name"]?.stringValue.map { JSONMember($0, param["value"] ?? .null) }
    }
    let sent = params.isEmpty ? "" : ",\"params\":" + JSONValue.object(params).text()
    return lines("--> ", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\"\(sent)}") + "\n"
      + lines("<-- ", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\(short(result))}")
  }

  /// What is long is cut: `...` stands for more members, more items, or the rest of a text.
  static func short(_ value: JSONValue, depth: Int = 0) -> String {
    let whole = value.text()
    switch value {
    case .string(let text):
      return text.count <= 60 ? whole : JSONValue.string(String(text.prefix(50)) + " ...").text()
    case .object(let members):
      if whole.utf8.count <= 70 { return whole }
      if depth > 1 { return "{...}" }
      let shown = depth == 0 ? members[...] : members.prefix(6)
      let parts = shown.map { JSONValue.string($0.name).text() + ":" + short($0.value, depth: depth + 1) }
      return "{" + (parts + (shown.count < members.count ? ["..."] : [])).joined(separator: ",") + "}"
    case .array(let items):
      if whole.utf8.count <= 70 { return whole }
      guard depth <= 1, let first = items.first else { return "[...]" }
      return "[" + short(first, depth: max(1, depth)) + (items.count > 1 ? ",...]" : "]")
    default: return whole
    }
  }

  /// Broken after commas between members and items.
  private static func lines(_ arrow: String, _ json: String) -> String {
    var (lines, line) = ([String](), "    " + arrow)
    for part in parts(json) {
      if line.count + part.count > PageText.width {
        lines.append(line)
        line = "         "
      }
      line += part
    }
    return (lines + [line]).joined(separator: "\n")
  }

  private static func parts(_ json: String) -> [String] {
    var (parts, part) = ([String](), "")
    var (isText, isEscaped) = (false, false)
    for character in json {
      part.append(character)
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isText.toggle()
      } else if character == ",", !isText {
        parts.append(part)
        part = ""
      }
    }
    return parts + [part]
  }
}
