import Foundation
import JSONRPC
import MovieProtocol

/// The upstream of a transcript: the answers of `Protocol/transcripts/upstream/NAME.json`, over HTTP.
package final class TranscriptUpstream: Sendable {
  private struct Answer: Sendable {
    /// Nil: any request.
    let path: String?
    let parameters: Set<URLQueryItem>
    let content: MediaServer.Answer
  }

  private let file: String
  private let answers: [Answer]
  private let server: MediaServer

  package init(_ name: String) throws {
    let file = "transcripts/upstream/\(name).json"
    let today = Day.local(at: .now).day.text
    let text = TemporaryFolder.read(Transcripts.protocolFolder + "/" + file)
    guard let list = try? JSONValue(parsing: text.replacing("<today>", with: today)).arrayValue else {
      throw Transcript.Fault(description: "\(file) is not a list of answers")
    }
    let answers = list.map(Self.answer)
    (self.file, self.answers) = (file, answers)
    server = try MediaServer { Self.find($0, in: answers)?.content ?? MediaServer.Answer(status: 404) }
  }

  /// The lines that `config.toml` needs.
  package var configuration: [String] {
    [
      "tmdb.base_url = \"\(server.address)/3\"", "tmdb.image_base_url = \"\(server.address)/t/p\"",
      "tmdb.export_base_url = \"\(server.address)/exports\"",
      "itunes.base_url = \"\(server.address)\"",
    ]
  }

  package let environment = ["TMDB_API_KEY": "0123456789abcdef0123456789abcdef"]

  /// What has been asked for so far.
  package var targets: [String] { server.requests.map(\.path) }

  /// How many of `targets` have this path and at least these parameters. Without a `?` it is how paths begin.
  package static func count(_ wanted: String, in targets: [String]) -> Int {
    let (path, parameters) = split(wanted)
    return targets.count { target in
      let one = split(target)
      guard wanted.contains("?") else { return one.path.hasPrefix(path) }
      return one.path == path && parameters.filter { !$0.name.isEmpty }.isSubset(of: one.parameters)
    }
  }

  /// The requests that it could not answer.
  package var faults: [String] {
    server.requests.filter { Self.find($0, in: answers) == nil }.map { "\(file) has no answer to \($0.path)" }
  }

  private static func find(_ request: MediaServer.Request, in answers: [Answer]) -> Answer? {
    let (path, parameters) = split(request.path)
    return answers.first { ($0.path ?? path) == path && $0.parameters.isSubset(of: parameters) }
  }

  private static func split(_ target: String) -> (path: String, parameters: Set<URLQueryItem>) {
    let components = URLComponents(string: target)
    return (components?.path ?? target, Set(components?.queryItems ?? []))
  }

  private static func answer(_ json: JSONValue) -> Answer {
    let target = json["path"]?.stringValue.map(split)
    let body =
      (json["base64"]?.stringValue).flatMap { Data(base64Encoded: $0).map(Array.init) }
      ?? Array((json["body"]?.stringValue ?? json["body"]?.text() ?? "").utf8)
    var content = MediaServer.Answer(status: json["status"]?.intValue ?? 200, body)
    for header in json["headers"]?.objectValue ?? [] {
      let value = header.value.stringValue ?? ""
      if header.name == "Content-Type" {
        content.contentType = value
      } else {
        content.headers.append("\(header.name): \(value)")
      }
    }
    return Answer(path: target?.path, parameters: target?.parameters ?? [], content: content)
  }
}
