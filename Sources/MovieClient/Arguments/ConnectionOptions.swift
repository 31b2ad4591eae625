import MovieProtocol

/// The options of every command that talks to the daemon.
package struct ConnectionOptions: Equatable, Sendable {
  package var socket: String?
  package var timeout = Seconds.usual
  package var mayStart = true
  /// Of a daemon that is started; nil: its usual one.
  package var configurationFile: String?
  /// Nil: the daemon's default profile for connections.
  package var profile: String?

  package init() {}
}
