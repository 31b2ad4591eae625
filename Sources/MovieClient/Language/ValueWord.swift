package import JSONRPC
import MovieProtocol

/// The words of the wire as people read them: states, kinds, lists.
package enum ValueWord {
  /// A word of a later version is shown as it is.
  package static func text(_ word: String) -> String {
    let spaced = words(word)
    return all.contains(spaced) ? LocalizedText(key: spaced).text : word
  }

  /// In a table: a dash if there is none.
  package static func text(_ value: JSONValue?) -> String {
    value?.stringValue.map { Cell.text(.string(text($0))) } ?? Cell.text(value)
  }

  /// Every word that has a translation.
  package static let all: [String] =
    Download.Asset.State.allCases.map(\.rawValue) + ["downloading"]
    + Download.Asset.Kind.allCases.map(\.rawValue) + PlayerState.Stage.allCases.map(\.rawValue)
    + PlayerState.VideoChoice.allCases.map(\.rawValue)
    + ServerState.Stage.allCases.map(\.rawValue) + Network.allCases.map(\.rawValue)
    + Release.Kind.allCases.map(\.rawValue) + LibraryList.allCases.map(\.rawValue) + ["searches"]
    + SettingState.Origin.allCases.map(\.rawValue)
    + SourceStatus.State.allCases.map { words($0.rawValue) }
    + SharedCacheStatus.State.allCases.map(\.rawValue) + Video.Kind.allCases.map { words($0.rawValue) }
    + AccountChangeRow.State.allCases.map(\.rawValue)
    + ["flatrate", "free", "ads", "rent", "buy"] + statuses

  /// `no key` for `no_key`.
  private static func words(_ word: String) -> String { String(word.map { $0 == "_" ? " " : $0 }) }

  /// Of lists, as rows of `home`.
  package static let headings = BrowseList.allCases.flatMap { list in
    MediaChoice.allCases.map { list.title($0) }
  }

  /// TMDB's words for the state of a production.
  private static let statuses = [
    "Rumored", "Planned", "In Production", "Post Production", "Returning Series", "Ended", "Canceled",
    "Pilot",
  ]
}
