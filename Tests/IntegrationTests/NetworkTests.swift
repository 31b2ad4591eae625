import FakeTMDB
import JSONRPC
import TestSupport
import Testing

/// The way to upstream, as the machine and the configuration have it.
@Suite(.timeLimit(.minutes(20))) struct NetworkTests {
  /// RFC 6761: no name under "invalid" ever exists.
  private let elsewhere = "tmdb.base_url = \"https://movierpc.invalid/3\""

  @Test(arguments: ["https_proxy", "all_proxy", "http.proxy"])
  func https_goes_through_the_proxy_that_is_named(_ where: String) throws {
    let proxy = RefusingProxy()
    let isVariable = !`where`.contains(".")
    let reply = try browse(
      isVariable ? [] : ["\(`where`) = \"\(proxy.address)\""],
      isVariable ? [`where`: proxy.address] : [:])
    #expect(reply.kind == "upstream_unavailable")
    #expect(reply.hint?.contains("http.proxy") == true, "\(reply.text())")
    #expect(proxy.requests.allSatisfy { $0 == "CONNECT movierpc.invalid:443 HTTP/1.1" })
    #expect(!proxy.requests.isEmpty)
  }

  @Test func host_that_is_to_take_no_proxy_takes_none() throws {
    let proxy = RefusingProxy()
    let reply = try browse([], ["https_proxy": proxy.address, "no_proxy": "movierpc.invalid"])
    #expect(reply.kind == "upstream_unavailable")
    #expect(reply.hint?.contains("check the network") == true, "\(reply.text())")
    #expect(proxy.requests.isEmpty)
  }

  @Test(.needsRoot, .needs("unshare", of: "util-linux"))
  func missing_libcurl_is_named_and_costs_upstream_alone()
    throws
  {
    let hide = #"""
      for file in $(ldconfig -p | sed -n "s/.*libcurl\(-gnutls\)*.so.4 .*=> //p")
      do mount --bind /dev/null "$file"; done
      """#
    let reply = try browse(
      [], [:], shell: "exec unshare -m /bin/sh -c '\(hide) ; exec \"$0\" \"$@\"' \"$0\" \"$@\"")
    #expect(reply.kind == "upstream_unavailable")
    #expect(reply.hint?.contains("libcurl4") == true, "\(reply.text())")
  }

  /// What a list that only TMDB has is answered with.
  private func browse(
    _ configuration: [String], _ environment: [String: String], shell: String? = nil
  ) throws -> JSONValue {
    let daemon = try SpawnedDaemon(
      configuration: [elsewhere] + configuration,
      environment: environment.merging(["TMDB_API_KEY": FakeTMDB.key]) { $1 }, shell: shell)
    let client = try daemon.connect()
    // From the local titles all the same.
    #expect(try client.search("dune").keys.isEmpty == false)
    let reply = try client.ask("browse", #"{"list":"airing_today","page_size":1,"timeout_ms":120000}"#)
    let outcome = try daemon.stop()
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains(FakeTMDB.key))
    return reply
  }
}
