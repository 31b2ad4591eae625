package import JSONRPC

/// Of downloads and of the player.
extension Message {
  package static let noDownload = MessageForm<String>("no_download", "there is no download {key}")
  package static let downloadFilesRemain = MessageForm<String>(
    "download_files_remain", "the download was removed, but not all of its files: {reason}")
  package static let downloadRemains = MessageForm<String>(
    "download_remains", "the files of the download were removed, but it is still listed: {reason}")
  package static let trailersNeedDownloader = Message("trailers_need_downloader", "trailers need yt-dlp")
  package static let trailersNotFetched = MessageForm<String>(
    "trailers_not_fetched", "trailers cannot be fetched any more: see {setting}")
  package static let sourcesUnreachable = Message("sources_unreachable", "none of its sources can be reached")
  package static let assetFailed = MessageForm<String, String>("asset_failed", "{asset}: {reason}")
  package static let serverForbidden = MessageForm<String>(
    "server_forbidden", "its {asset} is on a server that is not allowed for pictures")
  package static let serverReturned = MessageForm<Int>(
    "server_returned", "the server returned status {status}")
  package static let noConnection = MessageForm<String>("no_connection", "no connection: {reason}")
  package static let sentText = MessageForm<String, String>(
    "sent_text", "{host} sent a page of text instead of the {asset}")
  package static let sentNoPicture = MessageForm<String, String>(
    "sent_no_picture", "{host} sent a file that is not a picture instead of the {asset}")
  package static let sentNoFilm = MessageForm<String, String>(
    "sent_no_film", "{host} sent a file that is not a video instead of the {asset}")
  package static let notEnoughRoom = MessageForm<String, MessageBytes, MessageBytes>(
    "not_enough_room", "{folder} has {free} free, and the file needs {needed}")
  package static let tooLittleRoom = MessageForm<String, MessageBytes>(
    "too_little_room", "{folder} has less than {reserve} free")
  package static let trailerTooLarge = MessageForm<MessageBytes>(
    "trailer_too_large", "the trailer is larger than {max}")
  package static let downloaderKilled = MessageForm<String, Int>(
    "downloader_killed", "{program} was killed by signal {signal}")
  package static let downloaderKilledSaying = MessageForm<String, Int, String>(
    "downloader_killed_saying", "{program} was killed by signal {signal}: {words}")
  package static let downloaderEnded = MessageForm<String, Int>(
    "downloader_ended", "{program} ended with status {status}")
  package static let downloaderEndedSaying = MessageForm<String, Int, String>(
    "downloader_ended_saying", "{program} ended with status {status}: {words}")
  package static let downloaderWroteNothing = Message(
    "downloader_wrote_nothing", "the downloader wrote no file")
  package static let downloaderWroteNothingSaying = MessageForm<String>(
    "downloader_wrote_nothing_saying", "the downloader wrote no file: {words}")
  package static let downloaderOfEarlierDaemon = Message(
    "downloader_of_earlier_daemon", "the downloader of an earlier daemon is still running")
  package static let downloaderNotStarted = MessageForm<String>(
    "downloader_not_started", "downloads.command: {reason}")
  package static let playerRejected = MessageForm<String>(
    "player_rejected", "the player rejected it: {reason}")
  package static let playerFailed = MessageForm<String>(
    "player_failed", "the player could not play it: {reason}")
  package static let playerFailedForDownloader = MessageForm<String, Message>(
    "player_failed_for_downloader", "the player could not play it: {reason}; {downloader}")
  package static let playerKilled = MessageForm<Int>(
    "player_killed", "the player was killed by signal {signal}")
  package static let playerEnded = MessageForm<Int>("player_ended", "the player ended with status {status}")
  package static let playerEndedEarly = Message("player_ended_early", "the player ended before it played")
  package static let playerSilent = Message("player_silent", "the player does not answer")
  package static let playerNotStarted = MessageForm<String>("player_not_started", "{reason}")
  package static let programNotStarted = MessageForm<String>(
    "program_not_started", "{program} could not be started")
  package static let notPlayingYet = MessageForm<String, Int>(
    "not_playing_yet", "{title} was not playing in {timeout_ms} ms")
  package static let playReplaced = Message("play_replaced", "another video was requested before it played")
  package static let nothingLoaded = Message("nothing_loaded", "nothing is loaded")
  package static let displayMembers = Message(
    "display_members", "the members of display are wayland and x11, names of displays")
  package static let seeDownloads = Message("see_downloads", "see the downloads")
  package static let removeDownloads = Message("remove_downloads", "remove some, or set limits.downloads")
  package static let nextStartRemoves = Message(
    "next_start_removes", "the next start of the daemon tries to remove them again")
  package static let freeSpaceThenRemove = Message(
    "free_space_then_remove", "free space on the disk, then remove it again")
  package static let installDownloader = Message(
    "install_downloader", "install yt-dlp, then restart the daemon")
  package static let installYTDLP = Message("install_yt_dlp", "install yt-dlp")
  package static let stillLoading = Message("still_loading", "it is still loading; stop it, or see its state")
  package static let installPlayer = Message("install_player", "install mpv, or set player.command")
  package static let playSomething = Message("play_something", "play a title")
  package static let downloadTrailer = Message("download_trailer", "download its trailer")
  package static let seeTrailers = Message("see_trailers", "see pages that may have a video")
  package static let sendDisplays = Message("send_displays", "send the values of WAYLAND_DISPLAY and DISPLAY")

  static let downloadsForms: [any MessageTemplate] = [
    noDownload, downloadFilesRemain, downloadRemains, trailersNeedDownloader, trailersNotFetched,
    sourcesUnreachable, assetFailed, serverForbidden, serverReturned, noConnection, sentText, sentNoPicture,
    sentNoFilm, notEnoughRoom, tooLittleRoom, trailerTooLarge, downloaderKilled, downloaderKilledSaying,
    downloaderEnded, downloaderEndedSaying, downloaderWroteNothing, downloaderWroteNothingSaying,
    downloaderOfEarlierDaemon, downloaderNotStarted, playerRejected, playerFailed, playerFailedForDownloader,
    playerKilled, playerEnded, playerEndedEarly, playerSilent, playerNotStarted, programNotStarted,
    notPlayingYet, playReplaced, nothingLoaded, displayMembers, seeDownloads, removeDownloads,
    nextStartRemoves, freeSpaceThenRemove, installDownloader, installYTDLP, stillLoading, installPlayer,
    playSomething,
    downloadTrailer, seeTrailers, sendDisplays,
  ]
}
