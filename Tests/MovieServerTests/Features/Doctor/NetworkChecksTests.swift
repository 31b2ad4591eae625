import JSONRPC
import MovieProtocol
import TestSupport
import MovieSources
import Testing

@testable import MovieServer

/// The doctor's findings about upstreams.
struct NetworkChecksTests {
  private func source(
    _ name: String, _ state: SourceStatus.State, _ reason: Meta.Reason? = nil, calls: Int = 0,
    errors: Int = 0, retryAt: Timestamp? = nil, isUnderWay: Bool = false
  ) -> SourceStatus {
    SourceStatus(
      name: name, state: state, reason: reason, rateLeft: 40, calls: calls, errors: errors, retryAt: retryAt,
      hasAnswered: calls > errors && !isUnderWay)
  }

  private func findings(
    _ network: Network, _ sources: [SourceStatus] = [], _ environment: [String: String] = [:]
  ) -> [DoctorFinding] {
    var status = UpstreamStatus()
    (status.network, status.sources) = (network, sources)
    return NetworkChecks.findings(status, proxy: proxy(environment, isOffline: network == .offline))
  }

  private func key(
    _ state: SourceStatus.State, calls: Int = 0, errors: Int = 0, from: SettingState.Origin = .library
  ) -> DoctorFinding {
    NetworkChecks.key(
      .init(value: from == .default ? nil : .text("k"), fallback: nil, origin: from),
      source("tmdb", state, calls: calls, errors: errors))
  }

  private func proxy(
    _ environment: [String: String] = [:], setting: String? = nil, isOffline: Bool = false
  ) -> DoctorFinding? {
    let layers = SettingLayers(
      defaults: [:], file: setting.map { [Setting.proxy.name: .text($0)] } ?? [:])
    return MachineCheck(layers: layers, environment: environment, configurationFile: "/c")
      .proxy(isOffline: isOffline)
  }

  @Test func key_is_taken_refused_or_not_tried_yet() {
    #expect(key(.ok, calls: 3) == DoctorFinding("TMDB key", .ok, .keyAccepted(.keySetByClient)))
    #expect(key(.ok).message == .keyUnused(.keySetByClient))
    // Earlier failures say nothing about the key.
    #expect(key(.ok, calls: 3, errors: 3).message == .keyUnused(.keySetByClient))
    #expect(key(.down, calls: 3, errors: 3) == DoctorFinding("TMDB key", .ok, .keySetByClient))
    #expect(key(.refused, calls: 1, errors: 1).state == .problem)
  }

  @Test(
    arguments: [
      (.library, nil), (.file, "tmdb.key in config.toml"), (.environment, "TMDB_API_KEY"),
    ] as [(SettingState.Origin, String?)])
  func refused_key_is_to_be_changed_where_it_comes_from(_ from: SettingState.Origin, _ place: String?) {
    let advice = key(.refused, from: from).advice
    #expect(advice?.hint.english.contains(Advice.tmdbKeyPage) == true)
    #expect((advice?.remedy == .setting("tmdb.key")) == (place == nil))
    if let place { #expect(advice?.hint.english.contains("correct \(place), then restart") == true) }
  }

  @Test func missing_key_is_a_note_with_a_remedy() {
    let missing = key(.noKey, from: .default)
    #expect(missing.state == .note && missing.advice?.remedy == .setting("tmdb.key"))
  }

  @Test func requests_that_could_not_even_be_sent_are_told() {
    let found = findings(.unknown, [source("tmdb", .ok, calls: 7, errors: 7)])
    #expect(found.map(\.name) == ["network", "TMDB"] && found.allSatisfy { $0.state == .warning })
    #expect(found.map(\.message) == [.networkFailed, .noAnswerYet(7, 7)])
    // One more, which has no answer yet.
    let later = findings(.unknown, [source("tmdb", .ok, calls: 8, errors: 7, isUnderWay: true)])
    #expect(later.map(\.message) == [.networkFailed, .noAnswerYet(7, 8)])
  }

  @Test(
    arguments: [(.online, .ok), (.offline, .warning), (.unknown, .note)] as [(Network, DoctorFinding.State)])
  func network_is_as_the_daemon_found_it(_ network: Network, _ state: DoctorFinding.State) {
    let found = findings(network)
    #expect(found.map(\.name) == ["network"] && found.first?.state == state)
    #expect((found.first?.advice != nil) == (state == .warning))
  }

  @Test func sources_are_told_apart() {
    let found = findings(
      .online,
      [
        source("tmdb", .limited, calls: 9, errors: 1, retryAt: Timestamp(seconds: 1_795_255_200)),
        source("itunes", .off), source("youtube", .noKey),
      ])
    #expect(found.map(\.name) == ["network", "TMDB", "iTunes", "YouTube"])
    #expect(found.map(\.state) == [.ok, .warning, .note, .note])
    #expect(found[1].advice?.hint == .triesAgainAt(Timestamp(seconds: 1_795_255_200)))
    #expect(found[2].advice?.remedy == .setting("itunes.enabled"))
    #expect(found[3].advice?.remedy == .setting("youtube.key"))
  }

  @Test func source_that_is_down_has_trouble_of_its_own_unless_the_network_is_down() {
    let down = source("tmdb", .down, calls: 4, errors: 3)
    #expect(findings(.online, [down]).last?.advice?.hint == .checkClockOr("tmdb.base_url"))
    #expect(findings(.offline, [down]).last?.advice?.hint == .seeNetwork)
  }

  @Test(
    arguments: [
      (.upstreamError, "server error", "tries again"), (.intercepted, "another server", "login"),
    ] as [(Meta.Reason, String, String)])
  func what_is_wrong_with_a_source_is_told(_ reason: Meta.Reason, _ message: String, _ hint: String) {
    let found = findings(.offline, [source("tmdb", .down, reason, calls: 4, errors: 3)]).last
    #expect(found?.message.english.contains(message) == true)
    #expect(found?.advice?.hint.english.contains(hint) == true)
  }

  @Test func refused_key_of_youtube_is_a_problem_and_that_of_tmdb_is_told_once() {
    let found = findings(.online, [source("tmdb", .refused), source("youtube", .refused)])
    #expect(found.map(\.name) == ["network", "YouTube"])
    #expect(found[1].state == .problem && found[1].advice?.remedy == .setting("youtube.key"))
  }

  @Test func proxy_of_the_configuration_comes_before_that_of_the_environment() {
    #expect(proxy() == nil)
    #expect(
      proxy(["https_proxy": "http://b:1"], setting: "socks5h://a:1080")
        == DoctorFinding("proxy", .ok, .proxyFrom("socks5h://a:1080", "config.toml")))
    let order = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    for (index, name) in order.enumerated() {
      let variables = Dictionary(uniqueKeysWithValues: order[index...].map { ($0, "http://\($0):1") })
      #expect(proxy(variables)?.message == .proxyFrom("http://\(name):1", name))
    }
  }

  @Test func proxy_is_suspected_when_the_network_is_down() {
    let suspect = proxy(setting: "http://a:3128", isOffline: true)
    #expect(suspect?.state == .warning && suspect?.advice?.hint.english.contains("http.proxy") == true)
    let found = findings(.offline, [], ["all_proxy": "a:3128"])
    #expect(found.map(\.name) == ["network", "proxy"])
    #expect(found[0].advice?.hint == .seeProxy(.checkLogin))
    #expect(found[1].advice?.hint == .correctProxy("all_proxy"))
  }

  @Test func proxy_that_cannot_work_is_told() {
    #expect(proxy(["http_proxy": "http://a:1"])?.state == .warning)
    let strange = proxy(["https_proxy": "gopher://a:70"])
    #expect(strange?.state == .problem && strange?.advice?.hint.english.contains("socks5h") == true)
  }

  @Test(
    arguments: [
      "http://me:sesame@a:3128", "me:sesame@a:3128", "http://me:p@sesame@a:3128",
      "http://me:se/sesame@a:3128", "gopher://me:sesame@a", "me:sesame://x@a:3128",
    ])
  func password_of_a_proxy_is_never_shown(_ address: String) throws {
    for isOffline in [false, true] {
      let finding = try #require(proxy(["https_proxy": address], isOffline: isOffline))
      #expect(!String(decoding: DoctorFinding.list.encode([finding]), as: UTF8.self).contains("sesame"))
    }
  }
}
