import JSONRPC

/// A line from mpv (https://mpv.io/manual/stable/#json-ipc), as far as it is needed here. It comes from
/// another program: it may contain anything.
enum MPVMessage: Equatable {
  /// To a request of ours. `error` is nil on success.
  case reply(id: Int, error: String?, data: JSONValue?)
  case property(name: String, value: JSONValue?)
  case fileLoaded
  /// Playback continues: after the beginning, and after each seek.
  case playbackRestarted
  /// - entry: of the playlist, nil in versions that do not report it.
  case fileEnded(reason: String, entry: Int?, error: String?)
  /// What yt-dlp, or mpv's script that calls it, gives as the reason of a failure.
  case downloaderFailed(String)

  /// Nil for a line that is not needed, or is not JSON.
  init?(_ line: Span<UInt8>) {
    guard let json = try? JSONValue(parsing: line) else { return nil }
    switch json["event"]?.stringValue {
    case "property-change"?:
      guard let name = json["name"]?.stringValue else { return nil }
      self = .property(name: name, value: json["data"])
    case "file-loaded"?: self = .fileLoaded
    case "playback-restart"?: self = .playbackRestarted
    case "end-file"?:
      self = .fileEnded(
        reason: json["reason"]?.stringValue ?? "unknown", entry: json["playlist_entry_id"]?.intValue,
        error: json["file_error"]?.stringValue.map { String($0.prefix(200)) })
    case "log-message"? where json["prefix"] == "ytdl_hook":
      guard let text = json["text"]?.stringValue else { return nil }
      self = .downloaderFailed(String(text.prefix(2000)))
    case nil:
      guard let id = json["request_id"]?.intValue, id > 0 else { return nil }
      let error = json["error"]?.stringValue ?? "unknown"
      self = .reply(id: id, error: error == "success" ? nil : String(error.prefix(200)), data: json["data"])
    default: return nil
    }
  }
}

/// A line to mpv (https://mpv.io/manual/stable/#list-of-input-commands).
enum MPVCommand {
  static func line(_ words: [JSONValue], id: Int? = nil) -> [UInt8] {
    var members = [JSONMember("command", .array(words))]
    if let id { members.append(JSONMember("request_id", .integer(id))) }
    return Array(JSONValue.object(members).text().utf8) + Array("\n".utf8)
  }
}
