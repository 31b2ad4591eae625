package import JSONRPC

/// What `doctor` finds, and what to do about it.
extension Message {
  // Of files and folders.
  package static let withSize = MessageForm<String, MessageBytes>("with_size", "{path}, {size}")
  package static let notThereYet = MessageForm<String>(
    "not_there_yet", "{path} does not exist yet; the daemon creates it")
  package static let cannotBeCreated = MessageForm<String, String>(
    "cannot_be_created", "{path} cannot be created: {folder} is not writable for you")
  package static let isNoFolder = MessageForm<String>("is_no_folder", "{path} is not a folder")
  package static let listsReadOnly = MessageForm<String>(
    "lists_read_only", "{path} cannot be written: your lists are shown, but cannot be changed")
  package static let cannotBeWritten = MessageForm<String>("cannot_be_written", "{path} cannot be written")
  package static let fileUnreadable = MessageForm<String>("file_unreadable", "{path} cannot be read")
  package static let ofOtherUser = MessageForm<String, Int>(
    "of_other_user", "{path} belongs to user {user}, not to you")
  package static let secretsReadable = MessageForm<String>(
    "secrets_readable", "other users can read {path}, which contains a key")
  package static let codesUnknown = MessageForm<String, [String]>(
    "codes_unknown", "{path} is used without {settings}: no country or language has such a code")
  package static let noConfiguration = MessageForm<String>(
    "no_configuration", "there is no {path}; it is optional")
  package static let logLater = MessageForm<String>(
    "log_later", "{path}, when a client starts the daemon; not there yet")
  package static let noLog = Message("no_log", "a daemon started by a client runs without a log")
  package static let withoutLog = MessageForm<Message, Message>("without_log", "{reason}; {consequence}")
  package static let createdAtStart = Message(
    "created_at_start", "created when the daemon starts for the first time")
  package static let notCopiedYet = MessageForm<Message>("not_copied_yet", "{library}; not copied yet")
  package static let newestCopy = MessageForm<Message, Timestamp>(
    "newest_copy", "{library}; newest copy of {time}")
  package static let lastChanged = MessageForm<Message, Timestamp>(
    "last_changed", "{library}; last changed {time}")
  package static let homeNotSet = Message(
    "home_not_set", "HOME is not set; the daemon uses your account's home")
  package static let exportHome = Message("export_home", "export HOME=/home/YOU")
  package static let chownOrSet = MessageForm<String, String>(
    "chown_or_set", "chown {folder}, or set {setting}")
  package static let moveOrSet = MessageForm<String>(
    "move_or_set", "move it away, or set {setting} in config.toml; then restart the daemon")
  package static let chmod = MessageForm<String, String>("chmod", "chmod {mode} {path}")
  package static let makeYours = Message("make_yours", "make it yours (chown), with mode 700")
  package static let chownAll = MessageForm<Int, String>("chown_all", "chown -R {user} {path}")
  package static let fixConfiguration = Message(
    "fix_configuration", "fix it: the daemon cannot start with it, and a running daemon keeps its old values")
  package static let restartCopies = Message(
    "restart_copies", "the daemon's log has the reason why it is not copied; a restart copies it")
  package static let checkListsThenRemove = MessageForm<String>(
    "check_lists_then_remove", "check your lists, then rm {files}")

  // Of programs and libraries.
  package static let daemonRuns = MessageForm<Int, String, Int>(
    "daemon_runs", "running, pid {pid}, version {version}, protocol {protocol}")
  package static let nothingFetched = MessageForm<String>(
    "nothing_fetched", "nothing can be fetched without it: {reason}")
  package static let gzipStaysPacked = MessageForm<String>(
    "gzip_stays_packed", "answers and files packed by gzip or ZIP cannot be read without it: {reason}")
  package static let installZlib = Message(
    "install_zlib", "install libz: zlib1g on Debian, zlib-ng-compat on Fedora, zlib on Arch")
  package static let notInstalled = MessageForm<Message>(
    "not_installed", "not installed; without it {consequence}")
  package static let noVideos = Message("no_videos", "videos cannot be played")
  package static let noTrailers = Message(
    "no_trailers", "trailers on YouTube cannot be found, played or downloaded")
  package static let noPictures = Message("no_pictures", "poster prints paths only")

  // Of the clock and the profile.
  package static let clockBehind = MessageForm<MessageMilliseconds>(
    "clock_behind", "this machine's clock is {time} behind; date shows it")
  package static let setClock = Message(
    "set_clock", "sudo timedatectl set-ntp true, or set it; if it is right, reset the record of changes")
  package static let ageLimited = MessageForm<String, Int, String>(
    "age_limited", "{profile}, age limit {limit} ({region})")
  package static let profileLocked = MessageForm<Message>(
    "profile_locked", "{profile}, locked: commands prompt for its PIN, bars show nothing")
  package static let profileHidesAll = MessageForm<Message>(
    "profile_hides_all", "{profile}: every title is hidden, because certificates need a TMDB key")
  package static let leaveProfile = Message("leave_profile", "select the profile default again")
  package static let leaveProfileForKey = MessageForm<String>(
    "leave_profile_for_key", "set {setting} in a profile without an age limit: select the profile default")

  // Of the TMDB key.
  package static let keySetByClient = Message("key_set_by_client", "set, by movierpc settings")
  package static let keySetInFile = Message("key_set_in_file", "set, from config.toml")
  package static let keySetInEnvironment = Message("key_set_in_environment", "set, from the environment")
  package static let keyUnknown = Message("key_unknown", "unknown: the daemon is not running")
  package static let keyMissing = Message("key_missing", "not set: only the built-in catalogue is searched")
  package static let keyAccepted = MessageForm<Message>("key_accepted", "{key}; TMDB accepts it")
  package static let keyUnused = MessageForm<Message>("key_unused", "{key}; not used yet")
  package static let keyRefusedByTMDB = MessageForm<Message>(
    "key_refused_by_tmdb", "{key}, but TMDB refuses it")
  package static let getKey = MessageForm<String>(
    "get_key", "get a v3 key or v4 token at {address}, then set it")
  package static let correctKey = MessageForm<String, String>(
    "correct_key",
    "compare it with {address}, a v3 key or v4 token; correct {place}, then restart the daemon")

  // Of the network and the sources.
  package static let networkAnswers = Message("network_answers", "the daemon gets answers")
  package static let networkSilent = Message(
    "network_silent", "the daemon's last request got no answer; it uses cached and local data")
  package static let networkFailed = Message("network_failed", "no request could be sent")
  package static let networkUnused = Message("network_unused", "no request sent yet")
  package static let checkLogin = Message(
    "check_login",
    "open any page in a browser: a network may require a login. If the page opens, check the clock (date) and the daemon's log"
  )
  package static let seeProxy = MessageForm<Message>("see_proxy", "see proxy below; {advice}")
  package static let seeNetwork = Message("see_network", "see network above, and the daemon's log")
  package static let proxyFrom = MessageForm<String, String>("proxy_from", "{proxy}, from {place}")
  package static let proxyIgnored = Message(
    "proxy_ignored", "http_proxy is set, but upstream requests use https and ignore it")
  package static let proxyUnknown = MessageForm<String, String>(
    "proxy_unknown", "{variable} names a proxy of an unknown kind, {kind}")
  package static let setProxy = Message(
    "set_proxy", "set https_proxy, or http.proxy in config.toml; then restart the daemon")
  package static let proxyKinds = MessageForm<[String]>(
    "proxy_kinds", "use one of {kinds}; then restart the daemon")
  package static let correctProxy = MessageForm<String>(
    "correct_proxy",
    "check that it runs and accepts connections, or correct {place}, then restart the daemon")
  package static let noAnswerYet = MessageForm<Int, Int>(
    "no_answer_yet", "no answer yet ({errors} of {calls} calls failed)")
  package static let sourceUsed = MessageForm<Int, Int>("source_used", "calls: {calls}, failed: {errors}")
  package static let sourceNeedsKey = Message(
    "source_needs_key", "no key: yt-dlp, if installed, searches it for trailers")
  package static let sourceOff = Message("source_off", "not used")
  package static let sourceFails = MessageForm<Int, Int>(
    "source_fails", "it reports a server error ({errors} of {calls} calls failed)")
  package static let sourceReplaced = MessageForm<Int, Int>(
    "source_replaced", "another server answers instead ({errors} of {calls} calls failed)")
  package static let sourceWrong = MessageForm<Int, Int>(
    "source_wrong", "it does not answer correctly ({errors} of {calls} calls failed)")
  package static let setItsKey = Message("set_its_key", "set its key")
  package static let turnOn = Message("turn_on", "turn it on")
  package static let triesAgainAt = MessageForm<Timestamp>(
    "tries_again_at", "nothing to do: the daemon tries again at {time}")
  package static let checkClockOr = MessageForm<String>(
    "check_clock_or",
    "the daemon tries again. If this persists, check the clock (date) and {setting} in config.toml")

  // Of the store of cache.shared.
  package static let sharedUnused = MessageForm<String>("shared_unused", "{address}: not used yet")
  package static let sharedUsed = MessageForm<String, Int>(
    "shared_used", "{address}, {count} answers found there")
  package static let sharedDown = MessageForm<String, Message>(
    "shared_down", "{address} {reason}; the daemon works without it")
  package static let sharedUnreachable = MessageForm<String>(
    "shared_unreachable", "cannot be reached ({reason})")
  package static let sharedTLS = MessageForm<String>("shared_tls", "does not connect by TLS ({reason})")
  package static let sharedSlow = Message("shared_slow", "does not answer in time")
  package static let sharedClosed = Message("shared_closed", "closes the connection")
  package static let sharedForeign = MessageForm<String>(
    "shared_foreign", "answers unlike a Redis or Valkey server ({reason})")
  package static let sharedRefuses = MessageForm<String>("shared_refuses", "refuses commands ({reason})")
  package static let sharedEvict = Message(
    "shared_evict", "let it remove old entries: maxmemory-policy allkeys-lru")
  package static let sharedPassword = Message(
    "shared_password", "correct user and password of cache.shared in config.toml, or what the user may do")
  package static let sharedCertificate = Message(
    "shared_certificate", "check the server's TLS port and certificate, and cache.shared in config.toml")
  package static let sharedCheck = Message(
    "shared_check", "check the server, and cache.shared in config.toml")

  static let doctorForms: [any MessageTemplate] = [
    withSize, notThereYet, cannotBeCreated, isNoFolder, listsReadOnly, cannotBeWritten, fileUnreadable,
    ofOtherUser, secretsReadable, codesUnknown, noConfiguration, logLater, noLog, withoutLog, createdAtStart,
    notCopiedYet, newestCopy, lastChanged, homeNotSet, exportHome, chownOrSet, moveOrSet, chmod, makeYours,
    chownAll, fixConfiguration, restartCopies, checkListsThenRemove, daemonRuns, nothingFetched,
    gzipStaysPacked, installZlib, notInstalled, noVideos, noTrailers, noPictures, clockBehind,
    setClock, ageLimited, profileLocked, profileHidesAll, leaveProfile, leaveProfileForKey, keySetByClient,
    keySetInFile, keySetInEnvironment, keyUnknown, keyMissing, keyAccepted, keyUnused, keyRefusedByTMDB,
    getKey, correctKey, networkAnswers, networkSilent, networkFailed, networkUnused, checkLogin, seeProxy,
    seeNetwork, proxyFrom, proxyIgnored, proxyUnknown, setProxy, proxyKinds, correctProxy, noAnswerYet,
    sourceUsed, sourceNeedsKey, sourceOff, sourceFails, sourceReplaced, sourceWrong, setItsKey, turnOn,
    triesAgainAt, checkClockOr, sharedUnused, sharedUsed, sharedDown, sharedUnreachable, sharedTLS,
    sharedSlow, sharedClosed, sharedForeign, sharedRefuses, sharedEvict, sharedPassword, sharedCertificate,
    sharedCheck,
  ]
}
