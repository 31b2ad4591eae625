package import JSONRPC

/// Of TMDB, iTunes and YouTube, and of what they have.
extension Message {
  package static let upstreamUnreachable = MessageForm<String, String>(
    "upstream_unreachable", "{source} cannot be reached: {reason}")
  package static let upstreamFailed = MessageForm<String, Int>(
    "upstream_failed", "{source} failed with status {status}")
  package static let upstreamForeign = MessageForm<String, Int, String>(
    "upstream_foreign", "another server answers in place of {source}, with status {status}: {reason}")
  package static let upstreamSlow = MessageForm<String>("upstream_slow", "{source} has not answered yet")
  package static let upstreamTooLate = MessageForm<String>(
    "upstream_too_late", "{source} did not answer before the timeout")
  package static let upstreamMoved = MessageForm<String>(
    "upstream_moved", "the address of {source} was changed during the request")
  package static let rateLimitReached = MessageForm<String>(
    "rate_limit_reached", "the rate limit of {source} is reached")
  package static let keyRefused = MessageForm<String>("key_refused", "{source} refuses the key")
  package static let keyRefusedBecause = MessageForm<String, String>(
    "key_refused_because", "{source} refuses the key: {reason}")
  package static let keyUnchanged = MessageForm<Message>("key_unchanged", "{reason}; tmdb.key is unchanged")
  package static let noSuchTitleAt = MessageForm<String>("no_such_title_at", "{source} has no such title")
  package static let notFoundAtTMDB = MessageForm<String>(
    "not_found_at_tmdb", "TMDB returned status 404 for {path}")
  package static let needsTMDB = MessageForm<Message>(
    "needs_tmdb", "{what} requires TMDB and the setting tmdb.key")
  package static let listOfSeries = MessageForm<String>("list_of_series", "the list {list} of series")
  package static let theList = MessageForm<String>("the_list", "the list {list}")
  package static let thePeople = Message("the_people", "the list of people")
  package static let theProviders = Message("the_providers", "the list of providers")
  package static let titleByIMDb = Message("title_by_imdb", "a title by IMDb's number")
  package static let theParameter = MessageForm<MessageParameter>("the_parameter", "{param}")
  package static let theParameterValue = MessageForm<MessageParameter, String>(
    "the_parameter_value", "{param} {value}")
  package static let daemonTriesAgain = Message("daemon_tries_again", "the daemon tries again")
  package static let seeWhenDaemonTries = Message("see_when_daemon_tries", "the daemon tries again; see when")
  package static let openBrowser = MessageForm<String, String>(
    "open_browser",
    "open any page in a browser, since the network may require a login; otherwise check {proxy} and {address}"
  )
  package static let seeOtherRequests = Message(
    "see_other_requests", "a longer timeout_ms may help; see whether other requests fail as well")
  package static let retryIn = MessageForm<MessageMilliseconds>("retry_in", "retry in {wait}")
  package static let checkNetwork = Message("check_network", "check the network connection")
  package static let slowNetwork = Message(
    "slow_network", "the network or the server is slow; the daemon tries again")
  package static let checkProxy = Message(
    "check_proxy", "check http.proxy in config.toml, or the environment variables https_proxy and all_proxy")
  package static let checkClock = Message(
    "check_clock", "check the clock (date); if a proxy replaces certificates, name its own in SSL_CERT_FILE")
  package static let installLibcurl = Message(
    "install_libcurl", "install libcurl: libcurl4 on Debian, libcurl on Fedora, curl on Arch")
  package static let reportBug = Message("report_bug", "if this persists, report it as a bug")
  package static let setTMDBKeyOrVariable = MessageForm<String, String>(
    "set_tmdb_key_or_variable",
    "correct TMDB_API_KEY if that is set, else set {setting} to the v3 key or v4 token from {address}")
  package static let setKeyOrVariable = MessageForm<String>(
    "set_key_or_variable", "correct the environment variable if it is set, else set {setting}")
  package static let setTMDBKey = MessageForm<String, String>(
    "set_tmdb_key", "set {setting} to the v3 key or v4 token from {address}")
  package static let setTMDBKeyOrSendKeys = MessageForm<String, String>(
    "set_tmdb_key_or_send_keys",
    "addresses of TMDB and Letterboxd need no key; for others set {setting} to the v3 key or v4 token from {address}"
  )
  package static let setTMDBKeyOrLists = MessageForm<String, String>(
    "set_tmdb_key_or_lists",
    "the lists of the built-in catalogue need no key; for others set {setting} to the v3 key or v4 token from {address}"
  )
  package static let compareKey = MessageForm<String>(
    "compare_key", "compare it with {address}, which shows a v3 key and a v4 token, and set it again")
  package static let checkBaseURL = MessageForm<String>(
    "check_base_url", "check {setting}: it must end with /3")

  static let upstreamForms: [any MessageTemplate] = [
    upstreamUnreachable, upstreamFailed, upstreamForeign, upstreamSlow, upstreamTooLate, upstreamMoved,
    rateLimitReached, keyRefused, keyRefusedBecause, keyUnchanged, noSuchTitleAt, notFoundAtTMDB, needsTMDB,
    listOfSeries, theList, thePeople, theProviders, titleByIMDb, theParameter, theParameterValue,
    daemonTriesAgain,
    seeWhenDaemonTries, openBrowser, seeOtherRequests, retryIn, checkNetwork, slowNetwork, checkProxy,
    checkClock, installLibcurl, reportBug, setTMDBKeyOrVariable, setKeyOrVariable, setTMDBKey,
    setTMDBKeyOrSendKeys, setTMDBKeyOrLists, compareKey, checkBaseURL,
  ]
}
