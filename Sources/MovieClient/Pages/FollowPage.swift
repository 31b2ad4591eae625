import JSONRPC
import MovieProtocol

/// The results of `follow` and of its changes.
enum FollowPage {
  static func text(_ result: JSONValue, on screen: Screen, in zone: LocalTime = .current) -> String {
    ListPage.text(
      JSONView(result, FollowedPerson.page).results, of: result, .person, hasAll: false, on: screen,
      [
        .column("NAME", \.person.name, style: .strong, least: 16),
        .column("KNOWN FOR", least: 8, leavesAs: 0) { ValueWord.text($0[\.person.knownForDepartment]) },
        .column("SINCE", leavesAs: 1) { zone.day($0[\.addedAt]) },
        .column("KEY", style: .accent, leavesAs: 2) { $0.text(\.person.key) ?? "" },
      ])
  }

  /// `you follow Christopher Nolan, person/525 (3 people)`
  static func line(_ result: JSONValue, isRemoval: Bool) -> String {
    let change = JSONView(result, FollowChange.shape)
    let person = JSONView<FollowedPerson>(result["item"] ?? .null)
    let name = TerminalText.cleaned(
      [person.text(\.person.name), person.text(\.person.key)].compactMap(\.self).joined(separator: ", "))
    let total = Quantity.rows(change.total ?? 0, .person)
    guard change.isChanged == true else {
      return isRemoval ? localized("you do not follow this person") : localized("you follow \(name) already")
    }
    return isRemoval
      ? localized("you follow \(name) no longer (\(total))") : localized("you follow \(name) (\(total))")
  }
}
