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
        revision: params.isUnseen || params.isUnlisted ? [String(request.profile.lists.revision)] : [])
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
    return RPCError(.notFound, message, advice(choice, request), details: ["resource": "person"])
  }

  @LoopActor private static func advice(_ choice: PersonChoice, _ request: TitleRequest) -> Advice {
    if case .name(let name) = choice, let key = PersonKey(number: name) {
      return Advice(
        .didYouMean(key.text),
        .method(request.call.handler.method.name, params: [JSONMember("key", .string(key.text))]))
    }
    guard request.profile.settings.tmdbKey == nil else {
      return Advice(.searchForPerson, .method(PeopleMethod.method.name, ask: [PeopleMethod.q.name]))
    }
    let setting = Setting.tmdbKey.name
    if case .key = choice { return Advice(.peopleByName(setting), .setting(setting)) }
    return Advice(.searchedLocally(setting), .setting(setting))
  }
}
