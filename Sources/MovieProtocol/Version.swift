/// The version of this build.
package enum Version {
  package static let server = "movierpcd"
  /// Semantic version of the programs.
  package static let program = "0.1.0"
  /// Version of the wire contract in Protocol/README.md.
  package static let wire = 1
  /// Those that this build speaks, the oldest first; a connection begins with that.
  package static let spoken = [wire]
}
