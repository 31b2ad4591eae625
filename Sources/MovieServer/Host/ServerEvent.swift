import MovieProtocol
import MovieStore

/// What happens in one part of the server and matters to others.
///
/// An event is heard by the server first, then by the features in their order, before `tell` returns; what it leads to
/// is heard before the next feature hears of the event itself. A reply leaves before the events of its change, since
/// topics that are marked are published at the end of the turn.
enum ServerEvent: Sendable {
  /// The library was read, perhaps late.
  case libraryLoaded(LibraryState)
  /// Of any profile or of all, or the limits. Also told once at the start, with those of file and environment.
  case settingsChanged
  /// Something that other machines may have to learn.
  case libraryChanged
  /// By a client.
  case listsChanged(Profile)
  /// By another machine.
  case listsMerged(Profile)
  /// By another machine, or by an import: the newest 20.
  case searchesMerged(Profile, [SearchTerm])
  /// The titles of a person that somebody follows have become known.
  case followedTitlesChanged
  /// Another machine has added titles, of which only the names are known.
  case titlesMerged
  /// Also told at the start, of each there is: its topics may be added.
  case profileAdded(Profile)
  case profileRemoved(Profile)
  /// What every connection sees of the profiles.
  case profilesChanged
  /// The time is over for which it was unlocked.
  case profileLocked(Profile)
  case networkChanged(isOnline: Bool)
  /// TMDB answers again.
  case upstreamRecovered
  /// Once an hour, first after ten minutes: what is not urgent may begin.
  case hourPassed
  /// The daemon is about to end.
  case stopping
  /// Requests have had their time to end.
  case drained
  /// The last connection is closed.
  case stopped
}
