import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct PagesTests {
  @Test func status_is_a_page_for_people() throws {
    let status = try JSONValue(
      parsing: """
        {"pid":4242,"version":"1.0.0","protocol":1,"uptime_ms":86400000,"memory_bytes":24117248,"connections":7,
        "subscriptions":1,"in_flight":0,"network":"online","sources":[{"name":"tmdb","state":"ok","rate_left":38,
        "calls":1204,"errors":3,"retry_at":null}],"cache":{"memory_bytes":8388608,"disk_bytes":0,"images_bytes":2048,"hits":9120,
        "stale":12,"misses":1204,"coalesced":310},"catalogue":{"message":"80724 titles, as of 2026-07-29"},
        "methods":{"search":{"calls":812,"errors":2,"p50_us":18,"p99_us":900}}}
        """)
    #expect(
      StatusPage.text(status, socket: "/run/s", on: Screen(width: 80), in: .utc) == """
        movierpcd    1.0.0, protocol 1, pid 4242
        running for  1 d 0 h
        socket       /run/s
        memory       23.0 MiB
        clients      7 connections, 1 subscription, 0 requests in progress
        network      online
        catalogue    80724 titles, as of 2026-07-29
        cache        9120 hits, 1204 missed
        cache size   8.0 MiB in memory, 0 B on disk, 2.0 KiB of pictures

        SOURCE  STATE  CALLS  ERRORS  RATE LEFT
        tmdb    ok      1204       3         38

        METHOD  CALLS  ERRORS  MEDIAN  99 OF 100
        search    812       2   18 us     900 us

        """)
  }

  @Test func catalogue_is_shown_in_the_words_of_the_daemon() {
    let words = Message.catalogueImporting(.catalogueAsOf(1500, "2026-07-29"), 42)
    let catalogue: JSONValue = ["message": .string(words.english), "text": words.json]
    let shown = "1500 titles, as of 2026-07-29; an import is in progress (42%)\n"
    #expect(
      StatusPage.text(["catalogue": catalogue], socket: "s", on: Screen(width: 80))
        .contains("catalogue    \(shown)"))
    #expect(CataloguePage.status(catalogue, on: Screen(width: 80)) == shown)
  }

  @Test func optional_things_have_a_line_each() {
    let status: JSONValue = [
      "sync": ["message": "/s"], "cache": ["shared": ["message": "redis://s is slow"]],
      "clock_behind_ms": 180_000_000,
    ]
    let page = StatusPage.text(
      status, account: ["message": "ann"], socket: "s", on: Screen(width: 80))
    #expect(
      page.hasSuffix(
        "\nclock         2 d 2 h behind\nshared cache  redis://s is slow\nsync          /s\naccount       ann\n"
      ), "\(page)")
  }

  @Test func a_status_of_another_version_does_no_harm() {
    #expect(StatusPage.text([:], socket: "s", on: Screen(width: 80)).hasPrefix("movierpcd    ?, protocol 0"))
  }

  @Test func states_are_words_not_names_of_the_wire() {
    let status: JSONValue = ["sources": [["name": "tmdb", "state": "no_key"]]]
    #expect(StatusPage.text(status, socket: "s", on: Screen(width: 80)).contains("tmdb    no key"))
  }

  @Test func clients_are_a_table() throws {
    let result = try JSONValue(
      parsing: #"""
        {"clients":[{"pid":12,"client":"my\u202ebar","version":"0.1","profile":"default",
        "connected_at":"2026-11-21T09:30:00Z","requests":5,"in_flight":0,"waiting_bytes":2048,"last_method":"search",
        "self":false},{"pid":null,"client":null,"version":null,"profile":"default",
        "connected_at":"2026-11-21T09:30:00Z","requests":1,"in_flight":1,"waiting_bytes":0,"last_method":null,
        "self":true}]}
        """#)
    #expect(
      ClientsPage.text(result, on: Screen(width: 100), in: LocalTime { _ in 3600 }) == """
        PID  CLIENT          PROFILE  SINCE             REQUESTS  UNDER WAY  WAITING  LAST
         12  mybar 0.1       default  2026-11-21 10:30         5          0  2.0 KiB  search
          -  (this command)  default  2026-11-21 10:30         1          1      0 B  -

        """)
  }
}
