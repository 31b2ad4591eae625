import EventLoop
import MovieProtocol
import MovieSources

// What the features about titles share.
extension ProfileTitles {
  /// What is about one title, if the profile may see that.
  func visible<Value>(
    _ key: TitleKey, _ options: FetchOptions,
    find: (FetchOptions) async throws -> Found<Value>?, about: (Value) -> Title
  ) async throws -> Found<Value>? {
    let options = suitable(options)
    var meta = Self.nothing
    try await expectIfKnown(key, options)
    guard var found = try await find(options) else { return nil }
    try await expect(about(found.value).key, &meta, options)
    try expectNotAdult(about(found.value), options)
    found.meta.merge(meta)
    return found
  }

  /// A page of a list that is known whole, full as long as there are enough titles.
  func page(
    of all: [Title], page: Int, pageSize: Int, _ meta: Meta, _ options: FetchOptions
  ) async throws -> FoundTitles {
    try await self.page(page, pageSize, options) { number in
      let rows = TitlePage.rows(page: number, pageSize: pageSize) ?? 0..<0
      return FoundTitles(titles: Array(all[rows.clamped(to: all.indices)]), total: all.count, meta: meta)
    }
  }
}
