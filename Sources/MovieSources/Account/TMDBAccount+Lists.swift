import EventLoop
import JSONRPC
import MovieProtocol
package import MovieStore

extension TMDBAccount {
  /// A list that changes that often while it is read is read again later.
  private static let maxReadings = 4

  /// All lists of the account, those added first at the beginning.
  ///
  /// - Parameter language: of the titles' texts.
  /// - Throws: `RPCError`, `Refusal`, `CancellationError`; a snapshot is complete or none.
  package func lists(
    _ account: Int, _ session: Secret, language: String, _ priority: Priority
  ) async throws -> [AccountSnapshot.Row] {
    var rows: [AccountSnapshot.Row] = []
    for list in LibraryList.allCases {
      for mediaType in [Title.MediaType.movie, .tv] {
        let reading = try await read(list, mediaType, account, session, language, priority)
        let now = Timestamp.now
        rows += reading.ids.map { id in
          AccountSnapshot.Row(
            AccountItem(list, .tmdb(mediaType, id)),
            reading.titles[id].map { StoredTitle($0, factsAt: now, language: language) })
        }
      }
    }
    return rows
  }

  private func read(
    _ list: LibraryList, _ mediaType: Title.MediaType, _ account: Int, _ session: Secret,
    _ language: String, _ priority: Priority
  ) async throws -> AccountReading {
    var earlier: [Int]?
    for _ in 0..<Self.maxReadings {
      var reading = AccountReading()
      while let number = reading.nextPage {
        reading.append(
          try await page(list, mediaType, number, of: account, session, language: language, priority))
        if reading.isTooLong {
          throw RPCError.limitExceeded(
            "account_titles", max: AccountReading.maxTitles, got: AccountReading.maxTitles + 1,
            Advice(.accountListTooLong))
        }
      }
      // TMDB also counts titles that it no longer shows: then two readings have to agree.
      if reading.isWhole || reading.isConsistent && reading.ids == earlier { return reading }
      earlier = reading.isConsistent ? reading.ids : nil
    }
    throw RPCError.unavailable(
      .tmdb, .upstreamError, .accountListUnsteady,
      Advice(.seeWhenDaemonTries, .method(AccountStatusMethod.method.name)))
  }
}
