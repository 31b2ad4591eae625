import EventLoop
import MovieStore

/// A capability of the server, with a state of its own: see `Features`. It knows the server, and none of the others:
/// what matters to them it tells by ``Server/tell(_:)``.
@LoopActor
protocol Feature: AnyObject {
  /// Called once, before any event: adds its topics.
  func begin(in server: Server)
  /// Called for each event. It may mark topics, and begin work; it does not wait.
  func hear(_ event: ServerEvent, from server: Server)
}

extension Feature {
  func begin(in server: Server) {}
}

/// What happens in one part of the server and matters to others.
///
/// An event is heard by the server first, then by the features in their order, before `tell` returns; what it leads to
/// is heard before the next feature hears of the event itself. A reply leaves before the events of its change, since
/// topics that are marked are published at the end of the turn.
enum ServerEvent: Sendable {
  /// The library was read, perhaps late.
  case libraryLoaded(LibraryState)
  /// Of any profile or of all. Also told once at the start, with the settings of file and environment.
  case settingsChanged
  /// Something that other machines may have to learn.
  case libraryChanged
  /// By a client.
  case listsChanged(Profile)
  /// By another machine.
  case listsMerged(Profile)
  /// Another machine has added titles, of which only the names are known.
  case titlesMerged
  /// What every connection sees of the profiles.
  case profilesChanged
  /// The time is over for which it was unlocked.
  case profileLocked(Profile)
  /// `user_state.download` of some title, or its files.
  case downloadsChanged
  /// The catalogue was imported or updated, or could not be.
  case catalogueImportEnded
  case networkChanged(isOnline: Bool)
  /// TMDB answers again.
  case upstreamRecovered
  /// The daemon is about to end.
  case stopping
  /// Requests have had their time to end.
  case drained
  /// The last connection is closed.
  case stopped
}
