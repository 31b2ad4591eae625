extension FakeTMDB {
  /// The upstream of a transcript, with what a daemon needs to use it.
  ///
  /// - Parameter fault: its name, or "".
  package static func upstream(
    _ fault: String
  ) throws -> (fake: FakeTMDB, configuration: [String], environment: [String: String]) {
    let fake = try FakeTMDB()
    fake.set(fault: FakeFault(fault))
    return (fake, fake.configuration, ["TMDB_API_KEY": key])
  }
}
