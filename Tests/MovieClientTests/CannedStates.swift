import JSONRPC

@testable import MovieClient

/// Data of topics, as the contract has it.
enum CannedStates {
  static let library = #"{"watchlist":12,"unwatched":9,"favorites":4,"changed":[]}"#
  static let emptyLibrary = #"{"watchlist":0,"unwatched":0,"favorites":0,"changed":[]}"#

  static func downloads(
    queued: Int = 0, active: Int = 0, paused: Int = 0, done: Int = 0, failed: Int = 0, bytes: String = "0",
    total: String = "null", rate: Int = 0, items: [String] = []
  ) -> String {
    """
    {"queued":\(queued),"active":\(active),"paused":\(paused),"done":\(done),"failed":\(failed),
    "bytes":\(bytes),"total_bytes":\(total),"rate":\(rate),"items":[\(items.joined(separator: ","))]}
    """
  }

  /// - Parameter error: its message.
  static func download(
    _ title: String, _ state: String, bytes: String = "0", total: String = "null", rate: Int = 0,
    error: String? = nil
  ) -> String {
    let error = error.map { #"{"kind":"storage_error","message":"\#($0)"}"# } ?? "null"
    return """
      {"key":"movie/438631","title":"\(title)","media_type":"movie","state":"\(state)","bytes":\(bytes),
      "total_bytes":\(total),"rate":\(rate),"tries":1,"assets":[],"error":\(error),
      "created_at":"2026-11-21T09:30:00Z","finished_at":null}
      """
  }

  static func player(
    _ state: String, _ title: String? = "Dune", video: String = "trailer", position: String = "41.5",
    duration: String = "147.0", error: String? = nil
  ) -> String {
    let error = error.map { #"{"kind":"not_available","message":"\#($0)"}"# } ?? "null"
    return """
      {"state":"\(state)","key":"movie/438631","title":\(title.map { "\"\($0)\"" } ?? "null"),
      "video":"\(video)","url":"https://www.youtube.com/watch?v=n9xhJrPXop4","position":\(position),
      "duration":\(duration),"volume":80,"error":\(error)}
      """
  }

  static let stopped = """
    {"state":"stopped","key":null,"title":null,"video":null,"url":null,"position":null,"duration":null,
    "volume":80,"error":null}
    """

  static func history(_ terms: [String]) -> String {
    results(
      terms.map { #"{"term":"\#($0)","searched_at":"2026-11-21T09:30:00Z","count":2,"total_results":3}"# })
  }

  static func releases(_ titles: [(title: String, kind: String)]) -> String {
    results(
      titles.map {
        #"{"key":"movie/1","title":"\#($0.title)","date":"2026-11-21","kind":"\#($0.kind)","country":"DE"}"#
      })
  }

  static func results(_ rows: [String]) -> String { #"{"results":[\#(rows.joined(separator: ","))]}"# }

  /// One state of each topic in which there is something to tell.
  static let all: [(topic: String, data: String)] = [
    ("library", library),
    (
      "watchlist",
      #"{"results":[\#(Canned.dune),\#(Canned.parasite)],"page":1,"page_size":10,"total_results":9}"#
    ),
    (
      "downloads",
      downloads(
        queued: 1, active: 1, failed: 1, bytes: "42", total: "100", rate: 262_144,
        items: [
          download("Dune", "active", bytes: "42", total: "100"), download("Solaris", "queued"),
          download("Alien", "failed", error: "disk full"),
        ])
    ),
    ("player", player("playing")), ("searches", history(["dune", "alien"])),
    (
      "settings",
      #"{"settings":{"region":{"value":"DE","default":"US","from":"library","description":"x"}}}"#
    ),
    ("releases", releases([("Dune", "cinema")])),
    (
      "follow", results([#"{"key":"person/525","name":"Christopher Nolan"}"#, #"{"key":null,"name":"Zoe"}"#])
    ),
    ("browse:popular", results([Canned.dune, Canned.parasite])),
    (
      "account",
      #"{"state":"connected","link":null,"expires_at":null,"username":"ann","connected_at":null,"synced_at":null,"next_sync_at":null,"question":"first","message":"ann; nothing is changed until you agree; changes not sent to TMDB yet: 2","text":null,"pending_changes":2,"error":null}"#
    ),
    (
      "profiles",
      #"{"profiles":[{"name":"default","has_pin":false,"locked":false},{"name":"Kids","has_pin":true,"locked":true},{"name":"Papa","has_pin":true,"locked":false}]}"#
    ),
    (
      "server",
      #"{"state":"running","reason":null,"version":"0.1.0","network":"online","tasks":[{"name":"import","done":5,"total":8}]}"#
    ),
  ]
}
