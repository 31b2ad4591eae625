/// The daemon's messages, which are English, in the current language: errors, reasons and hints that people
/// meet. One that is not among these forms stays English.
package enum DaemonText {
  package static func localized(_ message: String) -> String { MessageForm.localized(message, forms) }

  /// The more exact ones first.
  package static let forms = sentences + values
  /// Literals of the daemon's sources.
  package static let sentences = imports + downloads + errors + hints

  private static let errors = [
    "%1 titles are called %2", "no title is called %1", "nothing found for \"%1\"",
    "no title on the list is called %1",
    "no download is called %1", "there is no title %1", "there is no profile \"%1\"",
    "there is a profile \"%1\" already",
    "there is no download %1", "there is no setting %1", "there is no genre \"%1\"",
    "%1 is not on the list", "nothing is loaded", "%1 has no such picture", "%1 has no such title",
    "%1 is marked as adult, which is not shown", "%1 always exists", "%1 is set in the configuration only",
    "the profile \"%1\" was deleted", "the profile %1 no longer exists", "%1 has a PIN",
    "the PIN of %1 is wrong", "the PIN of %1 was wrong too often",
    "%1 is not allowed for a profile with the age limit %2", "this needs the PIN of %1",
    "a profile with an age limit does not change %1, which all profiles share",
    "the daemon is shutting down", "there are %1 connections already", "internal error",
    "%1 failed with status %2", "the rate limit of %1 is reached", "%1 did not answer before the timeout",
    "%1 requires TMDB and the setting tmdb.key", "%1; tmdb.key is unchanged", "%1 cannot be reached: %2",
    "nothing was changed: %1", "the library cannot be read: %1", "an import is in progress",
    "there is no import to undo",
    "%1 was not playing in %2 ms", "another video was requested before it played",
    "there is no %1 of %2 that a player could open", "trailers need yt-dlp",
    "page_size must be at most %1 here", "the catalogue is still being built", "the list of providers",
    "the list %1 of series", "the list %1", "a title by IMDb's number", "%1 refuses the key%2",
    "IMDb's files are for personal and non-commercial use only: %1",
    "the profile has no account at TMDB", "TMDB no longer accepts the session of the account",
    "it was not approved in time", "the link is too old, or was used already: connect again",
    "the profile is connected with the account %1", "TMDB refused a request of the account once",
    "TMDB does not know the title, or does not take it",
    "a list at TMDB changed each time it was read", "nothing was changed because of the account",
    "the profile's journal has no change %1", "the changes of the last comparison are undone already",
    "change %1 is undone already", "TMDB has not confirmed the change yet",
    "%1 has an age limit, which TMDB does not know", "an account needs a TMDB key",
    "there is no method \"%1\"", "there is no topic \"%1\"", "Search for %1",
    "%1 does not respond", "the downloads folder", "the cache folder", "the disk of the file",
  ]

  /// Of several literals: what a value must be.
  private static let values = [
    "not finished in %1 ms: %2",
    "movierpc settings set tmdb.key, with the v3 key or v4 token from %1; "
      + "the lists of the built-in catalogue need none",
    "%1 must be %2, not %3", "%1 must be %2", "one of %1", "a language like de or de-DE", "a country like DE",
    "an integer, %1 to %2", "integer, %1 to %2", "number, %1 to %2", "text, %1 to %2 characters",
    "an integer", "a number", "a string", "1 to 512 ASCII characters, no blanks",
    "an https URL (http: this machine)", "a URL like socks5h://host:1080, without a password",
    "a URL like redis://HOST, rediss://HOST or unix:///PATH", "the absolute path of a folder",
    "the absolute path of a file", "text of 1 to 4096 bytes",
  ]

  private static let downloads = [
    "none of its sources can be reached", "the server returned status %1", "no connection: %1",
    "%1 bytes free, and the file needs %2", "less than %1 bytes free", "the player does not answer",
    "the player ended before it played", "the player could not play it: %1", "%1 could not be started",
  ]

  private static let imports = [
    "there is no title of that name", "%1 titles have this name: %2", "%1 titles have this name",
    "TMDB may know it, but no key is set",
    "TMDB cannot be reached, and no other source knows it", "the age limit of the profile does not allow it",
    "the row has no name", "people cannot be imported", "games cannot be imported",
    "episodes cannot be imported, only whole series",
  ]

  private static let hints = [
    "see whether its disk or network drive works, then try again",
    "movierpc search finds the key of a title", "movierpc profiles lists them",
    "movierpc profiles lists the others", "movierpc download list lists them", "movierpc genres lists them",
    "movierpc methods lists them", "movierpc %1 shows the list", "the topics are %1",
    "movierpc %1 add %2 adds it", "movierpc settings set include_adult true shows such titles",
    "without tmdb.key only the built-in catalogue is searched", "for example: movierpc play dune",
    "install mpv, or set player.command", "install yt-dlp, then: movierpc daemon restart",
    "movierpc trailer %1 --open shows a page that may have one",
    "wait, then try again", "choose another name", "send it again in a moment",
    "connect again in a moment", "did you mean %1?",
    "if you accept the terms: movierpc catalogue import --accept-license %1",
    "check the network connection; movierpc doctor has more",
    "the network or the server is slow; the daemon tries again",
    "the daemon tries again; movierpc status shows when", "movierpc account connect",
    "movierpc account disconnect, then connect another one", "movierpc account journal lists the changes",
    "movierpc account undo ID undoes an earlier change, with an ID of movierpc account journal",
    "to have it again, add or remove the title", "movierpc account sync tells whether it was made",
    "the daemon tries again", "the daemon tries again; movierpc account shows when",
  ]
}
