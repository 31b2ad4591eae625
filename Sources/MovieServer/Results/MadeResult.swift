import MovieProtocol

/// A result that was just made: as it is sent to who asked for it, and as it is kept for others.
struct MadeResult {
  let reply: EncodedResult
  /// Nil: it is made anew for the next one, because upstream is about to say something newer.
  let kept: EncodedResult?

  /// - Parameters:
  ///   - meta: of the whole.
  ///   - encode: is given what each `meta` in it becomes.
  init(_ meta: Meta, encode: ((Meta) -> Meta) -> EncodedResult) {
    reply = encode { $0 }
    switch (meta.isOffline, meta.cache) {
    case (true, _), (_, .stale): kept = nil
    case (_, .miss), (_, .coalesced): kept = encode(\.whenKept)
    case (_, .hit), (_, .none): kept = reply
    }
  }
}

extension Meta {
  /// What the next one is told, who finds the same.
  fileprivate var whenKept: Meta {
    var kept = self
    if cache == .miss || cache == .coalesced { kept.cache = .hit }
    return kept
  }
}
