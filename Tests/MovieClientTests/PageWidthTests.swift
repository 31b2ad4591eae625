import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

/// Every page of text for people fits its terminal, whatever titles and names are in it.
struct PageWidthTests {
  private static let name =
    #"千と千尋の神隠し: Dr. Strangelove or: How I Learned to Stop Worrying 👩‍👩‍👧 and Love the Bomb, Part Two"#
  private static let word = String(repeating: "Donaudampfschifffahrt", count: 6)
  private static let time = #""2026-11-21T09:30:00Z""#

  private static func title(_ key: String, _ name: String = name, more: String = "") -> String {
    Canned.title(key, name, "1964", genres: #""Science Fiction","Comedy","\#(word)""#, more: more)
      .replacing(#""watchlist":false"#, with: #""watchlist":true"#)
      .replacing(#""favorite":false"#, with: #""favorite":true"#)
  }

  private static let meta = #"""
    {"source":"catalogue","cache":"stale","age_ms":11100000,"offline":true,"reason":"intercepted","hidden":12,
    "as_of":"2026-07-29","corrected":"\#(name)","attribution":["TMDB","JustWatch"]}
    """#

  private static let titles = [title("movie/438631999"), title("tv/1399", word), title("movie/1", "Up")]

  private static var detail: String {
    title(
      "movie/438631999",
      more: #"""
        ,"tagline":"\#(name)","runtime":95,"certification":{"value":"PG-13"},"collection":{"name":"\#(name)"},
        "cast":[{"name":"\#(name)","character":"\#(name)"}],"crew":[{"name":"\#(name)","job":"Writer"}],
        "directors":["\#(name)"],"creators":["\#(word)"],"keywords":["\#(name)"],"imdb_id":"tt0057012",
        "homepage":"https://example.org/\#(word)","status":"In Production","partial":true,
        "seasons":[{"name":"\#(name)","episode_count":2}],
        "similar":[\#(titles.joined(separator: ","))],"recommendations":[\#(titles[0])],
        "where_to_watch":{"DE":{"link":"https://www.themoviedb.org/movie/935/watch?locale=DE",
        "offers":[{"kind":"rent","provider":"\#(name)"}]}},"meta":\#(meta)
        """#)
  }

  private static func download(_ state: String) -> String {
    #"""
    {"key":"movie/438631999","title":"\#(name)","state":"\#(state)","bytes":12000000,"total_bytes":52400000,
    "rate":1200000,"error":{"kind":"storage_error","message":"\#(name)"},
    "assets":[{"kind":"backdrop","state":"downloading","bytes":1200000,"total_bytes":5240000,"file":"/\#(word)"}]}
    """#
  }

  private static func rows(_ row: String, more: String = "") -> String {
    #"{"results":[\#(row),\#(row)],"page":2,"page_size":2,"next_page":3,"total_pages":15,"total_results":80724\#(more)}"#
  }

  private typealias Page = (name: String, result: String, text: (JSONValue, Screen) -> String)

  private static var pages: [Page] {
    let list = rows(titles.joined(separator: ","), more: #","meta":\#(meta)"#)
    let entry = #","entry":{"added_at":\#(time),"note":"\#(name)","watched":true,"version":1}"#
    let library = rows(title("movie/438631999", more: entry), more: #","meta":\#(meta)"#)
    let row = #"""
      {"list":"popular","media_type":"movie","heading":"\#(name)","results":[\#(titles.joined(separator: ","))],
      "error":{"kind":"network","message":"\#(name)","hint":"\#(name)"}}
      """#
    let video = Canned.video.replacing("Official Trailer", with: name)
    let place =
      #"{"id":10770,"code":"DE","name":"\#(name)","native_name":"\#(name)","media_type":"tv","where_to_watch":true}"#
    return [
      ("search", list, TitleTable.text),
      ("watchlist", library, { LibraryTable.watchlist($0, on: $1, in: .utc) }),
      ("favorites", library, { LibraryTable.favorites($0, on: $1, in: .utc) }),
      ("home", #"{"hero":\#(detail),"rows":[\#(row)],"meta":\#(meta)}"#, HomePage.text),
      ("detail", detail, DetailPage.text),
      (
        "trailer", #"{"key":"movie/1","title":"\#(name)","videos":[\#(video),\#(video)],"meta":\#(meta)}"#,
        { TrailerPage.text($0, on: $1, in: .utc) }
      ),
      ("download", download("failed"), DownloadPage.text),
      ("downloads", rows(download("failed") + "," + download("active")), DownloadPage.list),
      (
        "searches", rows(#"{"term":"\#(name)","searched_at":\#(time),"count":12,"total_results":80724}"#),
        { SearchesPage.text($0, on: $1, in: .utc) }
      ),
      (
        "import",
        #"""
        {"added":3,"updated":1,"unchanged":2,"unmatched_total":3,
        "unmatched":[{"line":12345,"title":"\#(name)","year":1964,"message":"\#(name)"}]}
        """#, ImportPage.text
      ),
      ("genres", rows(place), LookupPage.genres), ("countries", rows(place), LookupPage.countries),
      ("languages", rows(place), LookupPage.languages),
      (
        "pending",
        rows(#"{"list":"watchlist","title":"\#(name)","year":1964,"keys":[],"message":"\#(name)"}"#),
        PendingPage.text
      ),
      (
        "player",
        #"{"state":"failed","key":"movie/1","title":"\#(name)","error":{"kind":"network","message":"\#(name)"}}"#,
        PlayerPage.text
      ),
      (
        "profiles",
        #"""
        {"profiles":[{"name":"\#(name)","age_limit":12,"age_region":"DE","has_pin":true,"locked":false,
        "unlock_expires_at":\#(time),"selected":true,"default":true}]}
        """#, ProfilesPage.text
      ),
      (
        "releases",
        rows(
          #"{"key":"movie/438631999","title":"\#(name)","date":"2026-11-20","kind":"cinema_limited","country":"DE"}"#,
          more: #","pending":3,"meta":\#(meta)"#),
        { ReleasesPage.text($0, on: $1, today: Day(days: 20_777)) }
      ),
      (
        "settings",
        #"""
        {"settings":{"limits.upstream_memory_bytes":{"value":"/\#(word)","default":["\#(name)"],"from":"environment",
        "settable":"file","description":"\#(name)"},"x":{"value":1,"default":1,"from":"default","settable":"file"}}}
        """#, { SettingsPage.text($0, isWhole: false, on: $1) }
      ),
      (
        "status",
        #"""
        {"pid":1,"version":"0.1.0","protocol":1,"uptime_ms":1,"connections":70,"subscriptions":100,"in_flight":10,
        "network":"online","sources":[{"name":"youtube","state":"rate_limited","rate_left":38,"calls":1204,
        "errors":3,"retry_at":\#(time)}],"cache":{"hits":9120,"stale":12,"misses":1204,"coalesced":310},
        "catalogue":{"message":"80724 titles, as of 2026-07-29; an import is in progress (42%)"},
        "methods":{"library.pending.clear":{"calls":812,"errors":2,"p50_us":18,"p99_us":900}}}
        """#, { StatusPage.text($0, socket: "/run/user/1000/movierpc/socket", on: $1, in: .utc) }
      ),
      (
        "clients",
        #"""
        {"clients":[{"pid":4194304,"client":"\#(name)","version":"0.1","profile":"\#(name)","connected_at":\#(time),
        "requests":512345,"in_flight":64,"waiting_bytes":2048,"last_method":"library.pending.clear","self":false}]}
        """#, { ClientsPage.text($0, on: $1, in: .utc) }
      ),
      (
        "doctor", "null",
        { _, screen in
          Doctor.page(
            [
              Finding("daemon program", .warning, "\(name) /\(word)", hint: "\(name)"),
              Finding("x", .note, "\(name)"),
            ],
            on: screen)
        }
      ),
    ] + catalogue + account + changes + [
      ("suggest", #"{"results":[\#(titles.joined(separator: ","))],"meta":\#(meta)}"#, TitleTable.text),
      (
        "providers", rows(#"{"id":8,"name":"\#(name)","logo_path":null}"#, more: #","meta":\#(meta)"#),
        LookupPage.providers
      ),
      ("setting", settings, SettingPage.text),
      ("methods", "null", { _, screen in MethodPage.list(MethodTable.all, on: screen) }),
      ("describe", "null", { _, screen in MethodTable.all.map { MethodPage.text($0, on: screen) }.joined() }),
    ]
  }

  private static var catalogue: [Page] {
    [
      (
        "catalogue status",
        #"""
        {"message":"1280724 titles, as of 2026-07-29, with TMDB's export of 2026-11-20; an import is in progress (42%)"}
        """#, CataloguePage.status
      ),
      (
        "catalogue import",
        #"""
        {"changed":true,"titles":1280724,"read":1300000,"added":1200000,"updated":80000,
        "skipped":{"no title of that kind":12,"\#(word)":3}}
        """#, CataloguePage.text
      ),
      ("catalogue update", #"{"changed":false,"export_day":"2026-11-20"}"#, CataloguePage.text),
    ]
  }

  private static var account: [Page] {
    let change = #"""
      {"id":4096,"changed_at":\#(time),"side":"tmdb","list":"watchlist","key":"movie/438631999",
      "title":"\#(name)","action":"removed","state":"undone"}
      """#
    let status = #"""
      "link":"https://www.themoviedb.org/auth/access?request_token=\#(word)","expires_at":\#(time),
      "username":"\#(name)","synced_at":\#(time),"next_sync_at":\#(time),"question":"removes_much",
      "pending_changes":12,"error":{"kind":"timeout","message":"\#(name)"}
      """#
    return ["connected", "waiting", "revoked"].map { state -> Page in
      ("account \(state)", #"{"state":"\#(state)",\#(status)}"#, { AccountPage.status($0, on: $1, in: .utc) })
    } + [
      (
        "account sync",
        #"{"question":"first","changes":[\#(change)],"total":1200,"pending_removals":7,"rejected_total":3}"#,
        AccountPage.sync
      ),
      (
        "account sync", #"{"changes":[],"total":0,"pending_removals":7,"rejected_total":3}"#, AccountPage.sync
      ),
      ("account journal", rows(change), { AccountPage.journal($0, on: $1, in: .utc) }),
      (
        "account undo", #"{"undone":[\#(change)],"kept":[\#(change)]}"#,
        { AccountPage.undone($0, on: $1, in: .utc) }
      ),
      ("account disconnect", #"{"changed":true,"ended":true}"#, AccountPage.disconnected),
      ("account disconnect", #"{"changed":true,"ended":false}"#, AccountPage.disconnected),
    ]
  }

  private static var changes: [Page] {
    let entry = #","entry":{"added_at":\#(time),"note":"\#(name)","watched":true,"version":1}"#
    let change = #"{"changed":false,"title":\#(title("movie/438631999", more: entry)),"total_results":12}"#
    return [
      ("watchlist add", change, { LibraryChangeLine.watchlist($0, key: "movie/1", on: $1) }),
      ("favorites add", change, { LibraryChangeLine.favorites($0, key: "movie/1", on: $1) }),
      (
        "settings set",
        #"""
        {"settings":{"tmdb.key":{"value":{"set":true},"from":"file"},"x":{"value":"\#(name)","from":"default"}},
        "checked":{"tmdb.key":"network"}}
        """#, { SettingsPage.changes($0, ["tmdb.key", "x"], on: $1) }
      ),
    ]
  }

  /// All there are, each in another state.
  private static var settings: String {
    let origins = SettingState.Origin.allCases
    let members = Setting.all.enumerated().map { place, setting in
      let state = SettingState(
        setting, value: setting.fallback, default: setting.fallback, from: origins[place % origins.count])
      return JSONMember(setting.name, SettingPageTests.json(state))
    }
    return JSONValue.object([JSONMember("settings", .object(members))]).text()
  }

  /// Each language with and without signs, as its letters need the same locale.
  private static let languages = DisplayLanguage.Code.allCases.flatMap { code in
    [true, false].map { DisplayLanguage(code, hasAccents: $0) }
  }

  @Test(arguments: [40, 60, 80, 200], languages)
  func no_line_is_wider_than_the_terminal(_ width: Int, _ language: DisplayLanguage) throws {
    try DisplayLanguage.$ofScope.withValue(language) {
      try expectWidth(width, hasSigns: language.hasAccents)
    }
  }

  private func expectWidth(_ width: Int, hasSigns: Bool) throws {
    for page in Self.pages {
      let text = page.text(
        try JSONValue(parsing: page.result), Screen(width: width, hasSigns: hasSigns))
      #expect(text.contains("\n"), "\(page.name) is empty")
      for line in text.split(separator: "\n") where TerminalText.width(String(line)) > width {
        // A path, an address and a command would not work in parts.
        let last = line.split(separator: " ").last ?? ""
        let isWhole = last.contains("/") && TerminalText.width(String(line.dropLast(last.count))) < width / 2
        #expect(isWhole || line.contains("  movierpc "), "\(page.name): \(line)")
      }
    }
  }

  @Test func key_of_a_title_is_never_cut() throws {
    for page in Self.pages where ["watchlist", "home", "downloads", "releases"].contains(page.name) {
      #expect(page.text(try JSONValue(parsing: page.result), Screen(width: 40)).contains("movie/438631999"))
    }
  }
}
