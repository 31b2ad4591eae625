import MovieProtocol

/// A result that was just made: as it is sent to who asked for it, and as it is kept for others.
struct FreshResult {
  let reply: EncodedResult
  /// Nil: it is made anew for the next one, because upstream is about to say something newer.
  let cached: EncodedResult?

  /// - Parameters:
  ///   - meta: of the whole.
  ///   - encode: is given what each `meta` in it becomes.
  init(_ meta: Meta, encode: ((Meta) -> Meta) -> EncodedResult) {
    reply = encode { $0 }
    switch (meta.isOffline, meta.cache) {
    case (true, _), (_, .stale): cached = nil
    case (_, .miss), (_, .coalesced): cached = encode(\.whenStored)
    case (_, .hit), (_, .none): cached = reply
    }
  }
}

extension Meta {
  /// What the next one is told, who finds the same.
  fileprivate var whenStored: Meta {
    var cached = self
    if cache == .miss || cache == .coalesced { cached.cache = .hit }
    return cached
  }
}
