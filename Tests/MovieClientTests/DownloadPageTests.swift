import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

@Suite struct DownloadPageTests {
  private func download(
    _ state: String, bytes: Int = 0, total: Int? = nil, rate: Int = 0, title: String = "Dune",
    error: String? = nil
  ) -> JSONValue {
    [
      "key": "movie/438631", "title": .string(title), "state": .string(state), "bytes": .integer(bytes),
      "total_bytes": total.map { .integer($0) } ?? .null, "rate": .integer(rate),
      "assets": [
        ["kind": "preview", "state": .string(state), "bytes": 512, "total_bytes": 512, "file": "/x/preview"]
      ],
      "error": error.map { ["kind": "storage_error", "message": .string($0)] } ?? .null,
    ]
  }

  private func progress(_ download: JSONValue, width: Int) -> String {
    DownloadPage.progress(JSONView(download), on: Screen(width: width))
  }

  private let screen = Screen(width: 80)

  @Test func bar_fits_the_screen_and_tells_how_far_it_is() {
    let line = progress(
      download("active", bytes: 5 << 20, total: 10 << 20, rate: 1 << 20), width: 80)
    #expect(line == "Dune  50%  [################-----------------]  5.0 MiB of 10.0 MiB, 1.0 MiB/s")
    #expect(TerminalText.width(line) < 80)
    #expect(
      progress(download("active", bytes: 5 << 20, total: 10 << 20), width: 30)
        == "Dune  50%  5.0 MiB of 10.0 MiB")
    #expect(progress(download("active", bytes: 700), width: 80) == "Dune  700 B")
    #expect(progress(download("queued"), width: 80) == "Dune  waits for its turn")
    #expect(
      progress(download("queued", error: "reset\u{1B}[2J"), width: 80)
        == "Dune  is tried again: reset[2J")
    // A server may report any lengths.
    #expect(progress(download("active", bytes: .max, total: 1), width: 80).contains("100%"))
    #expect(progress(.null, width: 20) == "  0 B")
  }

  @Test func reason_of_several_is_said_once() {
    let text = DownloadPage.list(
      [
        "results": [
          download("queued", error: "no connection"), download("queued", error: "no connection"),
          download("failed", error: "disk full"),
        ]
      ], on: screen)
    #expect(text.hasSuffix("\n\n2 downloads: no connection\nDune: disk full\n"))
  }

  @Test func list_is_a_table_with_reasons_below() {
    let text = DownloadPage.list(
      [
        "results": [
          download("active", bytes: 1 << 20, total: 4 << 20, rate: 2048),
          download("failed", error: "disk full"),
          download("done", bytes: 2048, total: 2048, title: "Evil\u{1B}]0;x"),
        ], "next_page": 2, "total_results": 30,
      ], on: screen)
    #expect(
      text == """
        TITLE     STATE                                     SIZE  KEY
        Dune      downloading 25%, 2.0 KiB/s  1.0 MiB of 4.0 MiB  movie/438631
        Dune      failed                                          movie/438631
        Evil]0;x  done                                   2.0 KiB  movie/438631

        3 of 30 downloads; --all shows all
        Dune: disk full

        """)
    #expect(DownloadPage.list(["results": []], on: screen) == "")
  }

  @Test func one_has_its_files() {
    #expect(
      DownloadPage.text(download("done", bytes: 512, total: 512), on: screen) == """
        Dune · movie/438631
        done
          preview  done  512 B
        /x/preview

        """)
    #expect(
      !DownloadPage.text(download("active", error: "cut off"), on: screen).contains("cut off"))
  }
}
