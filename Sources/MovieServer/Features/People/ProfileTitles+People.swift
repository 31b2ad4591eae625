import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

extension ProfileTitles {
  func people(
    q: String?, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<PeopleList> {
    try await titles.people(q: q, page: page, pageSize: pageSize, suitable(options))
  }

  /// Those whose names are what was searched for; their failure does not fail the search.
  func people(beside q: String, _ options: FetchOptions) async throws -> Found<[Person]> {
    var options = suitable(options)
    options.takesNamesOnly = true
    do {
      if let key = PersonAddress.key(q) {
        let found = try await person(.key(key), options)
        return Found(found.map { [$0.value.person] } ?? [], meta: found?.meta ?? Self.nothing)
      }
      guard !TitleAddress.isAddress(q) else { return Found([], meta: Self.nothing) }
      let found = try await titles.people(q: q, page: 1, pageSize: SearchMethod.maxPeople, options)
      return Found(found.value.people, meta: found.meta)
    } catch let error as RPCError {
      var meta = Self.nothing
      meta.reason = error.reason
      meta.expireNow()
      return Found([], meta: meta)
    }
  }

  func person(_ choice: PersonChoice, _ options: FetchOptions) async throws -> Found<PersonDetail>? {
    guard let found = try await visible(choice, options) else { return nil }
    var detail = found.value.detail
    let shown = try await page(
      of: detail.knownFor, page: 1, pageSize: PersonDetail.maxKnownFor, found.meta, suitable(options))
    detail.knownFor = shown.titles
    return Found(detail, meta: shown.meta)
  }

  func credits(
    _ choice: PersonChoice, _ params: CreditsParams, _ options: FetchOptions
  ) async throws -> Found<(titles: [CreditedTitle], total: Int)>? {
    guard let found = try await visible(choice, options) else { return nil }
    let all = found.value.credits.fitting(params).filter { title in
      let state = profile.userState(of: title.title.key)
      return !(params.isUnseen && state.isWatched || params.isUnlisted && state.isListed)
    }
    let shown = try await page(
      of: all.map(\.title), page: params.page, pageSize: params.pageSize, found.meta, suitable(options))
    let credits = Dictionary(all.map { ($0.title.key, $0.credit) }) { first, _ in first }
    let titles = shown.titles.compactMap { title in
      credits[title.key].map { CreditedTitle(title, $0) }
    }
    return Found((titles, shown.total), meta: shown.meta)
  }

  /// Not somebody whom only titles for adults are about.
  private func visible(
    _ choice: PersonChoice, _ options: FetchOptions
  ) async throws -> Found<PersonWithCredits>? {
    let options = suitable(options)
    guard let found = try await titles.person(choice, options) else { return nil }
    guard !found.value.detail.person.isAdult || options.includesAdult else {
      if let ageFilter { throw ageFilter.forbidden(choice.text) }
      throw RPCError(
        .notFound, .personIsAdult(choice.text),
        Advice(.allowAdult(Setting.includeAdult.name), .setting(Setting.includeAdult.name)),
        details: ["resource": "person"])
    }
    return found
  }
}
