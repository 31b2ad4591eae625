import EventLoop
import JSONRPC
import Logging
import MovieProtocol

/// Whether a large transfer that the user did not ask for may begin now. Nil: unknown.
struct TransferConditions: Sendable, Equatable {
  var isMetered: Bool?
  var isOnBattery: Bool?

  /// What is unknown keeps nothing from being fetched.
  var obstacle: CatalogueStatus.UpdateReason? {
    if isMetered == true { return .metered }
    return isOnBattery == true ? .battery : nil
  }

  var metadata: Logger.Metadata {
    ["metered": "\(Self.word(isMetered))", "battery": "\(Self.word(isOnBattery))"]
  }

  private static func word(_ fact: Bool?) -> String { fact.map { $0 ? "yes" : "no" } ?? "unknown" }

  @LoopActor static func query(_ bus: SystemBus) async -> TransferConditions {
    let manager = "org.freedesktop.NetworkManager"
    let metered = await bus.property(
      "Metered", of: manager, at: "/org/freedesktop/NetworkManager", in: manager)
    let power = "org.freedesktop.UPower"
    let battery = await bus.property("OnBattery", of: power, at: "/org/freedesktop/UPower", in: power)
    return TransferConditions(isMetered: metered.flatMap(isMetered), isOnBattery: battery?.boolValue)
  }

  /// https://networkmanager.dev/docs/api/latest/nm-dbus-types.html#NMMetered
  private static func isMetered(_ value: JSONValue) -> Bool? {
    switch value.intValue {
    // Set by the user, or a guess, as for a tethered phone.
    case 1, 3: true
    case 2, 4: false
    default: nil
    }
  }
}
