/// The version of this build.
package enum Version {
  package static let server = "movierpcd"
  /// Semantic version of the programs.
  package static let program = "0.1.0"
  /// When it was made, set with the version: seconds since 1970. No clock of a machine that runs it is right before.
  package static let date = Timestamp(seconds: 1_795_651_200)
  /// Version of the wire contract, which Protocol/README.md and reference.md describe.
  package static let wire = 1
  /// Those that this build speaks, the oldest first; a connection begins with that.
  package static let spoken = [wire]
}
