import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// Finds the person that a change is about: by the key, or by the whole name. Anything else is `ambiguous`: a wrong
/// person is worse than none.
@LoopActor
struct PersonResolver {
  private static let maxCandidates = 5
  /// Of several people with one name, the one that is so many times as popular as each other is meant.
  private static let clearFactor = 3.0

  private let call: Call

  init(_ call: Call) { self.call = call }

  /// Any person. Somebody who has a key is fetched with all titles, which are known then.
  func person(_ choice: PersonChoice) async throws -> Person {
    let request = try TitleRequest(call)
    switch choice {
    case .key:
      guard let found = try await request.titles.person(choice, request.changeOptions) else {
        throw RPCError.unknown(choice, request)
      }
      return found.value.person
    case .name(let name):
      let found = try await request.titles.people(q: name, page: 1, pageSize: 20, request.changeOptions)
      let named = found.meta.corrected == nil ? found.value.people.filter { $0.isCalled(name) } : []
      guard let person = Self.meant(named) else {
        let near = named.isEmpty ? found.value.people : named
        guard !near.isEmpty else { throw RPCError.unknown(choice, request) }
        throw Self.ambiguous(name, near, isNamed: !named.isEmpty)
      }
      guard let key = person.key else { return person }
      return try await self.person(.key(key))
    }
  }

  /// One of those that are followed; of a key also one that is not.
  func identity(_ choice: PersonChoice, among followed: [FollowedPerson]) throws(RPCError) -> String {
    switch choice {
    case .key(let key): return key.text
    case .name(let name):
      let named = followed.filter { $0.person.isCalled(name) }
      if named.count == 1, let only = named.first { return only.identity }
      let near = named.isEmpty ? followed.filter { $0.person.resembles(name) } : named
      guard !near.isEmpty else {
        throw RPCError(
          .notFound, .nobodyFollowed(Spelling.shortened(name)),
          Advice(.seeFollowed, .method(FollowMethod.method.name)), details: ["resource": "person"])
      }
      throw Self.ambiguous(name, near.map(\.person), isNamed: !named.isEmpty)
    }
  }

  private static func meant(_ named: [Person]) -> Person? {
    let sorted = named.sorted { ($0.popularity ?? 0) > ($1.popularity ?? 0) }
    guard sorted.count > 1 else { return sorted.first }
    let (best, second) = (sorted[0].popularity ?? 0, sorted[1].popularity ?? 0)
    return best > 0 && best >= clearFactor * second ? sorted[0] : nil
  }

  private static func ambiguous(_ name: String, _ people: [Person], isNamed: Bool) -> RPCError {
    let text = Spelling.shortened(name)
    let candidates = people.prefix(maxCandidates).map { person in
      (try? JSONValue(parsing: Person.candidate.encode(person).span)) ?? .null
    }
    return RPCError(
      .ambiguous, isNamed ? .peopleCalled(people.count, text) : .nobodyCalled(text),
      Advice(.sendPerson), details: ["candidates": .array(candidates)])
  }
}
