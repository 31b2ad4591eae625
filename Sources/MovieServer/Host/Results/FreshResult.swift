import MovieProtocol

/// A result that was just made: in the form sent to its client, and in the form cached for others.
struct FreshResult {
  let reply: EncodedResult
  /// Nil: it is not cached, because there may soon be something newer.
  let cached: EncodedResult?

  /// - Parameters:
  ///   - meta: of the whole result.
  ///   - encode: receives a function that returns the form of each `meta` in it.
  init(_ meta: Meta, isCacheable: Bool = true, encode: ((Meta) -> Meta) -> EncodedResult) {
    reply = encode { $0 }
    guard isCacheable else {
      cached = nil
      return
    }
    switch (meta.isOffline, meta.cache) {
    case (true, _), (_, .stale): cached = nil
    case (_, .miss), (_, .coalesced): cached = encode(\.whenStored)
    case (_, .hit), (_, .none): cached = reply
    }
  }
}

extension Meta {
  /// The `meta` sent to later requests that find this result.
  fileprivate var whenStored: Meta {
    var cached = self
    if cache == .miss || cache == .coalesced { cached.cache = .hit }
    return cached
  }
}
