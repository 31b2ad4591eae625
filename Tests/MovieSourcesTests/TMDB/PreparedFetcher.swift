import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport

@testable import MovieSources

/// Answers with the bodies the test has prepared, and remembers what it was asked.
@LoopActor
final class PreparedFetcher: Fetcher {
  private(set) var targets: [String] = []
  private(set) var kinds: [AnswerKind] = []
  /// By target, and by path for all else.
  var bodies: [String: JSONValue] = [:]
  var faults: [String: any Error] = [:]
  var cache: [String: Meta.Cache] = [:]
  var fetchedAt: [String: Timestamp] = [:]

  init(_ bodies: [String: JSONValue] = [:]) { self.bodies = bodies }

  var paths: [String] { targets.map { String($0.prefix { $0 != "?" }) } }

  func fetch<Answer>(_ endpoint: Endpoint<Answer>, _ options: FetchOptions) async throws -> Fetched<Answer> {
    targets.append(endpoint.target)
    kinds.append(endpoint.kind)
    if let fault = faults[endpoint.target] ?? faults[endpoint.path] { throw fault }
    guard let body = bodies[endpoint.target] ?? bodies[endpoint.path] else {
      throw RPCError(.notFound, .words("not prepared: \(endpoint.target)"))
    }
    let fetchedAt = fetchedAt[endpoint.path] ?? 1_795_000_000_000
    // Long ones beside the loop, as in the daemon: other suites want it at the same time.
    let bytes = await EventLoop.offload { Array(body.text().utf8) }
    return Fetched(
      try await Decoding.decode(bytes, endpoint), cache: cache[endpoint.target] ?? .miss,
      fetchedAt: fetchedAt,
      freshUntil: fetchedAt + .seconds(1))
  }

  /// The values of a query's parameter, one for each question that had it.
  func asked(_ name: String) -> [String] {
    targets.flatMap { target in
      target.split(separator: "?").dropFirst().joined().split(separator: "&").compactMap { item in
        item.hasPrefix(name + "=") ? String(item.dropFirst(name.count + 1)) : nil
      }
    }
  }
}

extension FetchOptions {
  /// On a day of the tests' own.
  static func test(
    _ language: String = "en-US", region: String = "US", countries: [String] = ["US"],
    includesAdult: Bool = false
  ) -> FetchOptions {
    var options = FetchOptions(day: "2026-11-21")
    options.language = language
    options.region = region
    options.countries = countries
    options.includesAdult = includesAdult
    return options
  }
}

/// Bodies in TMDB's shapes, about titles that nobody has made.
enum Bodies {
  static func film(_ id: Int, _ title: String? = nil, _ more: JSONMember...) -> JSONValue {
    row(
      [
        JSONMember("id", .integer(id)), JSONMember("title", .string(title ?? "Film \(id)")),
        JSONMember("original_title", .string("Original \(id)")), JSONMember("release_date", "2024-02-29"),
      ], more)
  }

  static func series(_ id: Int, _ name: String? = nil, _ more: JSONMember...) -> JSONValue {
    row(
      [
        JSONMember("id", .integer(id)), JSONMember("name", .string(name ?? "Series \(id)")),
        JSONMember("original_name", .string("Original \(id)")), JSONMember("first_air_date", "2019-05-01"),
      ], more)
  }

  private static func row(_ own: [JSONMember], _ more: [JSONMember]) -> JSONValue {
    let common: [JSONMember] = [
      JSONMember("adult", false), JSONMember("original_language", "fi"),
      JSONMember("overview", "What it is about."), JSONMember("genre_ids", [18, 80]),
      JSONMember("poster_path", "/poster.jpg"), JSONMember("backdrop_path", "/backdrop.jpg"),
      JSONMember("vote_average", 7.5), JSONMember("vote_count", 120), JSONMember("popularity", 33.25),
    ]
    return .object(own + common).with(more)
  }

  static func page(_ rows: [JSONValue], total: Int? = nil, pages: Int? = nil) -> JSONValue {
    let total = total ?? rows.count
    return [
      "page": 1, "results": .array(rows), "total_pages": .integer(pages ?? (total + 19) / 20),
      "total_results": .integer(total),
    ]
  }
}

extension JSONValue {
  /// The object with these members in place of those it has of their names.
  func with(_ members: [JSONMember]) -> JSONValue {
    .object((objectValue ?? []).filter { own in !members.contains { $0.name == own.name } } + members)
  }

  func with(_ name: String, _ value: JSONValue) -> JSONValue { with([JSONMember(name, value)]) }
}
