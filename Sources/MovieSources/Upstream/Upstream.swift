/// The services queried over the network.
package enum Upstream {
  package enum Name: String, Sendable, CaseIterable { case tmdb, itunes, youtube }
}
