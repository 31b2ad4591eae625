package import EventLoop
import JSONRPC
package import MovieProtocol

/// A page of people, and the total.
package struct PeopleList: Sendable {
  package var people: [Person]
  package var total: Int

  package init(_ people: [Person], total: Int) { (self.people, self.total) = (people, total) }
}

/// A person with all that they did, in no order.
package struct PersonWithCredits: Sendable {
  package var detail: PersonDetail
  /// One for each part or job.
  package var credits: [CreditedTitle]

  /// More than are shown, because an age limit may hide some.
  static let maxKnownFor = 5 * PersonDetail.maxKnownFor

  package init(_ detail: PersonDetail, _ credits: [CreditedTitle]) {
    (self.detail, self.credits) = (detail, credits)
  }
}

/// What sources know of people.
@LoopActor
package protocol PeopleSource {
  /// - Parameter q: nil: the popular ones.
  func people(q: String?, page: Int, pageSize: Int, _ options: FetchOptions) async throws -> Found<PeopleList>
  /// Nil: this source does not know the person.
  func person(_ choice: PersonChoice, _ options: FetchOptions) async throws -> Found<PersonWithCredits>?
}

extension PeopleSource {
  package func people(
    q: String?, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<PeopleList> { throw RPCError.needsTMDB(.thePeople) }

  package func person(
    _ choice: PersonChoice, _ options: FetchOptions
  ) async throws -> Found<PersonWithCredits>? { nil }
}

extension SourceChain {
  package func people(
    q: String?, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<PeopleList> {
    let found = try await query(options) { try await $0.people(q: q, page: page, pageSize: pageSize, $1) }
    guard let q, found.value.total == 0, upstream.tmdb != nil, !options.takesNamesOnly,
      let corrected = try await ownAnswer({ try await $0.people(q: q, page: 1, pageSize: 1, options) })?.meta
        .corrected
    else { return found }
    var meant = try await query(options) {
      try await $0.people(q: corrected, page: page, pageSize: pageSize, $1)
    }
    meant.meta.corrected = corrected
    return meant
  }

  package func person(
    _ choice: PersonChoice, _ options: FetchOptions
  ) async throws -> Found<PersonWithCredits>? {
    try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await person(choice, $0, $1)
    } local: {
      try await local.person(choice, options)
    } stored: {
      try await upstream.cachedTMDB.person(choice, options.cacheOnly)
    }
  }

  /// TMDB's; a name that it does not know may be misspelt, which the catalogue tells.
  private func person(
    _ choice: PersonChoice, _ tmdb: any MovieSource, _ options: FetchOptions
  ) async throws -> Found<PersonWithCredits>? {
    if let found = try await tmdb.person(choice, options) { return found }
    guard case .name = choice, !options.takesNamesOnly,
      let own = try await ownAnswer({ try await $0.person(choice, options) }),
      let corrected = own.meta.corrected,
      var meant = try await tmdb.person(.name(own.value.detail.person.name), options)
    else { return nil }
    meant.meta.corrected = corrected
    return meant
  }

  /// Nil also while the catalogue cannot be asked.
  func ownAnswer<Answer: Sendable>(
    _ question: @LoopActor (any TitleService) async throws -> Answer?
  ) async throws -> Answer? {
    do {
      return try await question(local)
    } catch is RPCError {
      return nil
    }
  }
}
