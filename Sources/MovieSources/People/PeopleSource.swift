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
    try await query(options) { try await $0.people(q: q, page: page, pageSize: pageSize, $1) }
  }

  package func person(
    _ choice: PersonChoice, _ options: FetchOptions
  ) async throws -> Found<PersonWithCredits>? {
    try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await $0.person(choice, $1)
    } local: {
      try await local.person(choice, options)
    } stored: {
      try await upstream.cachedTMDB.person(choice, options.cacheOnly)
    }
  }
}
