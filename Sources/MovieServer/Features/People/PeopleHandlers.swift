import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `people`, `person` and `person.credits`: see `MovieProtocol/Methods/People.swift`.
@LoopActor
enum PeopleHandlers {
  static let handlers = [
    MethodHandler(PeopleMethod.self, .waiting(people), isCacheable: true),
    MethodHandler(PersonMethod.self, .waiting(person), isCacheable: true),
    MethodHandler(PersonCreditsMethod.self, .waiting(credits), isCacheable: true),
  ]

  static func people(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    return try await request.cached {
      let (page, pageSize) = (request[.page], request[.pageSize])
      let found = try await request.titles.people(
        q: request[PeopleMethod.q], page: page, pageSize: pageSize, request.options)
      return request.result(found.meta, Person.page, found.value.people, of: found.value.total)
    }
  }

  static func person(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let choice = try PersonChoice(request.arguments)
    return try await request.cached {
      guard let found = try await request.titles.person(choice, request.options) else {
        throw RPCError.unknown(choice, request)
      }
      return request.result(reserving: 16_384, found.meta) { found.value.write(into: &$0) }
    }
  }

  static func credits(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let choice = try PersonChoice(request.arguments)
    let params = CreditsParams(request.arguments)
    return try await request.cached {
      guard let found = try await request.titles.credits(choice, params, request.options) else {
        throw RPCError.unknown(choice, request)
      }
      return request.result(
        found.meta, CreditedTitle.page, found.value.titles, of: found.value.total,
        revision: params.isUnseen ? [String(request.profile.lists.revision)] : [])
    }
  }
}

extension RPCError {
  @LoopActor static func unknown(_ choice: PersonChoice, _ request: TitleRequest) -> RPCError {
    let message: Message =
      switch choice {
      case .key(let key): .noPerson(key.text)
      case .name: .nobodyCalled(choice.text)
      }
    let advice =
      request.profile.settings.tmdbKey == nil
      ? Advice(.searchedLocally(Setting.tmdbKey.name), .setting(Setting.tmdbKey.name))
      : Advice(.searchForPerson, .method(PeopleMethod.method.name, ask: [PeopleMethod.q.name]))
    return RPCError(.notFound, message, advice, details: ["resource": "person"])
  }
}
