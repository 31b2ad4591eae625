import JSONRPC
import MovieProtocol

/// The profiles of the household, and the account of one of them.
extension TopicText {
  /// `{"profiles":[{"name":"Papa","age_limit":null,"has_pin":true,"locked":true,...},...]}`
  static func profiles(_ data: JSONValue) -> TopicText {
    let profiles = JSONView(data, ProfileSummary.shared).list(\.self, ProfileSummary.sharedRow)
    let withPIN = profiles.filter { $0.hasPIN == true }
    let unlocked = withPIN.filter { $0.isLocked == false }.map { part($0[\.name]) }
    let names = profiles.map { profile in
      let name = part(profile[\.name])
      guard profile.hasPIN == true else { return name }
      return "\(name) (\(profile.isLocked == false ? localized("unlocked") : localized("locked")))"
    }
    return TopicText(
      withPIN.isEmpty ? "open" : unlocked.isEmpty ? "locked" : "unlocked", short: listed(unlocked),
      words: listed(names), lines: Array(names.prefix(maxLines)), isIdle: unlocked.isEmpty)
  }

  /// The result of `account.status`. A bar shows it while the person has to do something.
  static func account(_ data: JSONValue) -> TopicText {
    let status = JSONView<AccountStatus>(data)
    let needsPerson = [.waiting, .revoked].contains(status.state) || status.question != nil
    let words =
      status.state == .waiting
      ? AccountPage.waiting(status, .current) : AccountPage.facts(data, in: .current) ?? AccountPage.none
    return TopicText(
      word(status[\.state]), short: needsPerson ? localized("TMDB account") : "",
      words: BarText.bounded(words, to: BarText.maxLineLength),
      isIdle: status.state == .disconnected)
  }
}
