package import JSONRPC

/// The display on which this program's windows would open, so that the player opens there as well.
package enum OwnDisplay {
  /// `display` of `player.play`; nil if there is none, as on a console.
  package static func json(
    _ environment: (String) -> String? = Environment.variable
  ) -> JSONValue? {
    let members = [("wayland", "WAYLAND_DISPLAY"), ("x11", "DISPLAY")].compactMap { name, variable in
      environment(variable).flatMap { $0.isEmpty ? nil : JSONMember(name, .string($0)) }
    }
    return members.isEmpty ? nil : .object(members)
  }
}
