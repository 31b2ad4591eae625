/// `reason` of `meta` and of `status` as text for people: the problem, and the command that fixes it.
struct UpstreamTrouble {
  /// `TMDB refuses the key: movierpc settings set tmdb.key`
  let text: String

  /// - Parameter reason: nil, and words of newer daemons: nothing more is known.
  init(_ reason: String?) {
    text =
      switch reason {
      case "no_key": "no TMDB key is set: movierpc settings set tmdb.key"
      case "key_refused": "TMDB refuses the key: movierpc settings set tmdb.key"
      case "rate_limited": "the rate limit is reached: movierpc status"
      case "upstream_error": "the server has an error: movierpc status"
      case "intercepted": "another server answered (a login page?): movierpc doctor"
      default: "no answer from the network: movierpc doctor"
      }
  }
}
