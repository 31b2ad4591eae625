/// The result of `hello`.
package enum Hello {
  package static let shape = Shape<(version: Int, instance: String, profile: String, limits: Limits)>("Hello")
  {
    Member("server", "movierpcd") { _ in Version.server }
    Member("version", "Version of the program.") { _ in Version.program }
    Member("protocol", \.version, "Version of the protocol that this connection speaks.")
    Member("instance", \.instance, "Identifies this run of the daemon and the connection's profile.")
    Member("profile", \.profile, "The connection's profile.")
    Member("capabilities", "What this daemon supports.", each: "A name to use in `require`.") { _ in
      Capability.all.map(\.name)
    }
    Member("limits", "The limits that a client can exceed, by name.", each: "The value in force.") { hello in
      JSONMap(Limits.entries.filter(\.isOfClients).map { ($0.name, hello.limits[keyPath: $0.field]) })
    }
  }
}
