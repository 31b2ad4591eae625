package import JSONRPC

/// Of the connection and the daemon.
extension Message {
  package static let stopping = Message("stopping", "the daemon is shutting down")
  package static let tooManyConnections = MessageForm<Int>(
    "too_many_connections", "there are {count} connections already")
  package static let connectionSubscribed = Message(
    "connection_subscribed", "this connection has subscriptions, which belong to its profile")
  package static let protocolVersionUnknown = MessageForm<[String], [String]>(
    "protocol_version_unknown", "this daemon speaks version {versions} of the protocol, not {requested}")
  package static let capabilityMissing = MessageForm<String>(
    "capability_missing", #"this daemon has no "{name}""#)
  package static let brokenHeader = Message(
    "broken_header", "the header is not valid for messages with Content-Length")
  package static let internalError = Message("internal_error", "internal error")
  package static let notFinished = MessageForm<Int>("not_finished", "not finished in {timeout_ms} ms")
  package static let notFinishedBecause = MessageForm<Int, Message>(
    "not_finished_because", "not finished in {timeout_ms} ms: {reason}")
  package static let cancelledOnRequest = Message("cancelled_on_request", "cancelled on request")
  package static let cancelledByNewer = Message("cancelled_by_newer", "cancelled by a newer request")
  package static let cancelledByShutdown = Message(
    "cancelled_by_shutdown", "cancelled because the daemon is shutting down")
  package static let nothingChanged = MessageForm<String>("nothing_changed", "nothing was changed: {reason}")
  package static let libraryUnreadable = MessageForm<String>(
    "library_unreadable", "the library cannot be read: {reason}")
  package static let changeUnderWay = MessageForm<Message>(
    "change_under_way", "{resource} does not respond; the change may still be made")
  package static let unresponsive = MessageForm<Message>("unresponsive", "{resource} does not respond")
  package static let dataFolder = Message("data_folder", "the data folder")
  package static let downloadsFolder = Message("downloads_folder", "the downloads folder")
  package static let cacheFolder = Message("cache_folder", "the cache folder")
  package static let diskOfFile = Message("disk_of_file", "the disk of the file")
  package static let storageFailed = MessageForm<String>("storage_failed", "{reason}")
  package static let networkOff = Message("network_off", "network access is off")
  package static let connectAgain = Message("connect_again", "connect again in a moment")
  package static let sendAgain = Message("send_again", "send the request again")
  package static let sendAgainSoon = Message("send_again_soon", "send it again in a moment")
  package static let closeConnection = Message(
    "close_connection", "close one, or raise limits.connections in config.toml")
  package static let raiseOpenFiles = Message(
    "raise_open_files",
    "close one, or raise the daemon's limit of open files: LimitNOFILE of its unit, or ulimit -Hn")
  package static let unsubscribeFirst = Message(
    "unsubscribe_first", "unsubscribe first, or use another connection")
  package static let unsubscribeOne = Message(
    "unsubscribe_one", "unsubscribe one, or name several topics in one subscribe")
  package static let daemonIs = MessageForm<String, String>(
    "daemon_is", "the daemon is {program} {version}: update the older of the two programs")
  package static let daemonHas = MessageForm<[String]>("daemon_has", "it has {names}")
  package static let sendHeader = Message(
    "send_header", #"send "Content-Length: N", an empty line and N bytes of JSON"#)
  package static let findIncident = Message("find_incident", "find this incident in the daemon's log")
  package static let waitLonger = Message("wait_longer", "a longer timeout_ms may help")
  package static let checkDisk = Message(
    "check_disk", "see whether its disk or network drive works, then try again")
  package static let freeSpace = Message("free_space", "free space on the disk, then try again")
  package static let makeWritable = Message("make_writable", "make the file writable, then try again")
  package static let moveLibraryAway = Message(
    "move_library_away", "stop the daemon, then move the file away or restore a copy")
  package static let restartToRestore = Message(
    "restart_to_restore", "restart the daemon, which restores the newest good copy of a damaged library")
  package static let restartForFile = Message(
    "restart_for_file", "put the file back, or restart the daemon to use the new one")
  package static let upgradeProgram = Message(
    "upgrade_program", "upgrade movierpc, or set folders.data to another folder")
  package static let endOtherProgram = Message(
    "end_other_program", "end the other program that uses the file, then try again")
  package static let seeLog = Message("see_log", "see the daemon's log")

  static let connectionsForms: [any MessageTemplate] = [
    stopping, tooManyConnections, connectionSubscribed, protocolVersionUnknown, capabilityMissing,
    brokenHeader, internalError, notFinished, notFinishedBecause, cancelledOnRequest, cancelledByNewer,
    cancelledByShutdown, nothingChanged, libraryUnreadable, changeUnderWay, unresponsive, dataFolder,
    downloadsFolder, cacheFolder, diskOfFile, storageFailed, networkOff, connectAgain, sendAgain,
    sendAgainSoon, closeConnection,
    raiseOpenFiles, unsubscribeFirst, unsubscribeOne, daemonIs, daemonHas, sendHeader, findIncident,
    waitLonger, checkDisk, freeSpace, makeWritable, moveLibraryAway, restartToRestore, restartForFile,
    upgradeProgram, endOtherProgram, seeLog,
  ]
}
