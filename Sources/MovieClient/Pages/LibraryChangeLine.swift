package import JSONRPC
import MovieProtocol

/// The result of a change of `watchlist` or `favorites`, in one sentence.
package enum LibraryChangeLine {
  /// `Dune (2021) is on the watchlist, watched, with the note "in the cinema" (12 titles)`
  ///
  /// - Parameter key: names the title if the daemon does not know it.
  package static func watchlist(
    _ result: JSONValue, key: String, on screen: Screen = .endless
  ) -> String {
    let entry = JSONView<LibraryChange>(result).title?.entry
    let note = entry?.note ?? ""
    let more = [
      entry?.isWatched == true ? localized(", watched") : "",
      note.isEmpty ? "" : localized(", with the note \"\(note)\""),
    ].joined()
    return line(result, key, screen) { name in
      Outcomes(
        isThere: localized("\(name) is on the watchlist") + more,
        wasThere: localized("\(name) was on the watchlist already") + more,
        isGone: localized("\(name) was removed from the watchlist"),
        wasGone: localized("\(name) was not on the watchlist"))
    }
  }

  package static func favorites(
    _ result: JSONValue, key: String, on screen: Screen = .endless
  ) -> String {
    line(result, key, screen) { name in
      Outcomes(
        isThere: localized("\(name) is a favourite"),
        wasThere: localized("\(name) was a favourite already"),
        isGone: localized("\(name) is no longer a favourite"),
        wasGone: localized("\(name) was not a favourite"))
    }
  }

  private struct Outcomes {
    var isThere: String
    var wasThere: String
    var isGone: String
    var wasGone: String
  }

  private static func line(
    _ result: JSONValue, _ key: String, _ screen: Screen,
    _ outcomes: (_ name: String) -> Outcomes
  ) -> String {
    let change = JSONView<LibraryChange>(result)
    let isChanged = change.isChanged == true
    let isThere = change.title?.entry != nil
    let all = outcomes(change.title.map { TitleCells($0.title).name } ?? TerminalText.cleaned(key))
    let outcome = isThere ? (isChanged ? all.isThere : all.wasThere) : (isChanged ? all.isGone : all.wasGone)
    // To remove what was not there is a mistake, of which the list is no part.
    let count = isThere || isChanged ? change.total : nil
    let total = count.map { " (\(Quantity.rows($0, .title)))" } ?? ""
    return screen.sentence(outcome + total)
  }
}
