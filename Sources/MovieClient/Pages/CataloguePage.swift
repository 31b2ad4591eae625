package import JSONRPC
import MovieProtocol

/// The catalogue and what was added to it, as text for people.
package enum CataloguePage {
  /// The result of `catalogue.import` or `catalogue.update`.
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let result = JSONView(result, CatalogueChange.shape)
    guard result.changed == true else {
      return screen.sentence(
        localized("the catalogue is up to date (export of \(result.exportDay ?? "?"))"))
    }
    let total = Quantity.count(result.titles ?? 0, .title)
    let text = screen.sentence(
      localized("\(result.added ?? 0) added, \(result.updated ?? 0) updated; the catalogue has \(total)"))
    let skipped = (result[\.skipped]?.objectValue ?? []).map { "\($0.name) \($0.value.intValue ?? 0)" }
    guard !skipped.isEmpty else { return text }
    return text + screen.remark(localized("lines skipped: \(skipped.joined(separator: ", "))"))
  }

  /// `catalogue` of `status`.
  package static func status(_ catalogue: JSONValue, on screen: Screen) -> String {
    screen.sentence(facts(JSONView(catalogue)))
  }

  static func facts(_ catalogue: JSONView<CatalogueStatus>, in zone: LocalTime = .current) -> String {
    if catalogue.titles == 0, catalogue.text(\.state) == "opening" {
      return localized("the catalogue is being opened")
    }
    let asOf = catalogue.asOf.map { localized(", as of \($0)") } ?? ""
    let export = catalogue.exportDay.map { localized(", with TMDB's export of \($0)") } ?? ""
    let state =
      switch catalogue.text(\.state) {
      case "fetching": localized("; an update is being fetched")
      case "importing": localized("; an import is in progress")
      default: ""
      }
    let percent = catalogue.percent.map { " (\($0)%)" } ?? ""
    let lost = catalogue.importsLost == true ? localized("; the titles that you imported are lost") : ""
    return Quantity.count(catalogue.titles ?? 0, .title) + asOf + export + state + percent + lost
      + nextUpdate(catalogue, in: zone)
  }

  /// When the weekly update is due, and why it waits; empty: there is none.
  static func nextUpdate(_ catalogue: JSONView<CatalogueStatus>, in zone: LocalTime) -> String {
    let moment = zone.minute(catalogue[\.nextUpdateAt])
    guard !moment.isEmpty else { return "" }
    return switch catalogue.updateReason {
    case .metered: localized("; the connection is metered, the weekly update is tried again at \(moment)")
    case .battery: localized("; the machine runs on battery, the weekly update is tried again at \(moment)")
    case .offline: localized("; TMDB was not reached, the weekly update is tried again at \(moment)")
    case .failed: localized("; the weekly update failed and is tried again at \(moment)")
    case nil: localized("; the next weekly update is at \(moment)")
    }
  }

  /// `42%  [########----------]`, from a state of topic `server`; nil: there is none.
  package static func progress(_ state: JSONValue?) -> String? {
    let tasks = JSONView<ServerState>(state ?? .null).list(\.tasks, ServerState.task)
    guard let task = tasks.first(where: { $0.name?.hasPrefix("catalogue.") == true }) else { return nil }
    let percent = task.done ?? 0
    return "\(percent)%  [\(ProgressLine.bar(percent, width: 40))]"
  }
}
