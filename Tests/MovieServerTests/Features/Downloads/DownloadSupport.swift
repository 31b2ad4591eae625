import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport

@testable import MovieServer

/// Films of which each has a poster, a backdrop and a preview on a server of the test's.
@LoopActor
final class FilmTitles: NoTitles {
  private let previews: [String]
  private let trailers: [String]

  /// - Parameters:
  ///   - previews: addresses of servers, of which the films have one in turn; [] for no preview.
  ///   - trailers: what follows the film's name in their addresses.
  nonisolated init(previews: [String], trailers: [String] = [""]) {
    (self.previews, self.trailers) = (previews, trailers)
  }

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    guard case .tmdb(_, let id) = key else { return nil }
    var title = Title(key, "Film \(id)", source: .tmdb)
    (title.posterPath, title.backdropPath) = ("/p\(id).jpg", "/b\(id).jpg")
    return FoundDetail(detail: TitleDetail(title), meta: FoundTitles.nothing.meta)
  }

  override func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
    guard case .tmdb(_, let id) = params.key else { return nil }
    var videos = trailers.map {
      Video(
        name: "Trailer", type: .trailer, site: "youtube",
        url: "https://www.youtube.com/watch?v=film\(id)\($0)")
    }
    if !previews.isEmpty {
      videos.append(
        Video(
          name: "Preview", type: .preview, site: "itunes", url: "\(previews[id % previews.count])/\(id).m4v",
          isDirect: true))
    }
    return FoundVideos(
      key: params.key, title: "Film \(id)", videos: videos.filter { params.types.contains($0.type) },
      meta: FoundTitles.nothing.meta)
  }
}

extension Configuration {
  /// - Parameter pictures: where TMDB's are.
  static func downloads(
    pictures: MediaServer? = nil, command: [String]? = nil, _ change: (inout Limits) -> Void = { _ in }
  ) -> Configuration {
    var configuration = Configuration()
    change(&configuration.limits)
    if let pictures { configuration[.tmdbImageAddress] = .text(pictures.address) }
    if let command { configuration[.downloads] = .texts(command) }
    return configuration
  }
}

extension MediaServer.Answer {
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 996)

  /// A picture where one is asked for, else the film.
  static func usual(_ request: MediaServer.Request, _ film: MediaFile) -> MediaServer.Answer {
    var answer = MediaServer.Answer(film)
    if request.path.hasSuffix(".jpg") { answer.body = jpeg }
    return answer
  }
}

extension LineClient {
  /// The reply, whatever events come before it.
  func request(_ method: String, _ params: String = "{}") throws -> JSONValue {
    try send(Ask.method(1, method, params))
    while true {
      let message = try reply()
      guard message["id"] != nil else { continue }
      let faults = MethodTable.method(named: method).map { SchemaCheck.faults(in: message, of: $0) } ?? []
      guard faults.isEmpty else { throw Fault(description: "\(method): \(faults.joined(separator: "; "))") }
      return message
    }
  }

  func download(_ number: Int, _ assets: String? = nil) throws -> JSONValue {
    let assets = assets.map { #","assets":[\#($0)]"# } ?? ""
    return try request("downloads.add", #"{"key":"movie/\#(number)"\#(assets)}"#)
  }

  func followDownloads() throws -> JSONValue {
    try request("subscribe", #"{"topics":["downloads"]}"#)["result"]?["topics"]?["downloads"]?["data"]
      ?? .null
  }

  /// The next states of the topic, until one is as wanted.
  @discardableResult
  func follow(until isSo: (JSONValue) -> Bool) throws -> JSONValue {
    while true {
      let data = try reply()["params"]?["data"] ?? .null
      if isSo(data) { return data }
    }
  }
}

/// Waits until topic `downloads` is as wanted.
@discardableResult
func follow(_ server: InProcess, until isSo: (JSONValue) -> Bool) async throws -> JSONValue {
  let follower = try await server.connect()
  let now = try follower.followDownloads()
  return try isSo(now) ? now : follower.follow(until: isSo)
}

/// Waits until a download is in one of these states.
@discardableResult
func wait(_ server: InProcess, for number: Int, _ states: String...) async throws -> JSONValue {
  let key = "movie/\(number)"
  try await follow(server) { states.contains($0.item(key)?["state"]?.stringValue ?? "") }
  // With its assets.
  let client = try await server.connect()
  return try client.request("downloads.get", #"{"key":"\#(key)"}"#)["result"] ?? .null
}

extension JSONValue {
  func item(_ key: String) -> JSONValue? {
    self["items"]?.arrayValue?.first { $0["key"]?.stringValue == key }
  }

  func asset(_ kind: String) -> JSONValue? {
    self["assets"]?.arrayValue?.first { $0["kind"]?.stringValue == kind }
  }
}
