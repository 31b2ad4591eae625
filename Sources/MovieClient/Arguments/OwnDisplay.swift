package import JSONRPC

/// Where windows of this program would open, so that the player's do too.
package enum OwnDisplay {
  /// `display` of `play`; nil where there is none, as on a console.
  package static func json(
    _ environment: (String) -> String? = Environment.variable
  ) -> JSONValue? {
    let members = [("wayland", "WAYLAND_DISPLAY"), ("x11", "DISPLAY")].compactMap { name, variable in
      environment(variable).flatMap { $0.isEmpty ? nil : JSONMember(name, .string($0)) }
    }
    return members.isEmpty ? nil : .object(members)
  }
}
