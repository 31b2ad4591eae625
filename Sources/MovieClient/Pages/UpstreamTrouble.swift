import MovieProtocol

/// `reason` of `meta` and of `status` as text for people: the problem, and the command that fixes it.
struct UpstreamTrouble {
  /// `TMDB refuses the key: movierpc settings set tmdb.key`
  let text: String

  /// - Parameter reason: nil, and words of newer daemons: nothing more is known.
  init(_ reason: Meta.Reason?) {
    text =
      switch reason {
      case .noKey: localized("no TMDB key is set: movierpc settings set tmdb.key")
      case .keyRefused: localized("TMDB refuses the key: movierpc settings set tmdb.key")
      case .rateLimited: localized("the rate limit is reached: movierpc status")
      case .upstreamError: localized("the server has an error: movierpc status")
      case .intercepted: localized("another server answered (a login page?): movierpc doctor")
      case .network, nil: localized("no answer from the network: movierpc doctor")
      }
  }
}
