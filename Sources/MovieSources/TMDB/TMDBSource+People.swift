import EventLoop
import JSONRPC
package import MovieProtocol
import TitleIndex

extension TMDBSource {
  package func people(
    q: String?, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<PeopleList> {
    let wanted = TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0
    let (first, pages) = try await pages(of: wanted, options) { number in
      q.map {
        .people($0, page: number, includesAdult: options.includesAdult, language: options.language)
      } ?? .popularPeople(page: number, language: options.language)
    }
    let rows = pages.enumerated().flatMap { index, page in
      page.answer.people.enumerated().map { ((first - 1 + index) * TMDBPage.size + $0.offset, $0.element) }
    }
    var seen: Set<PersonKey?> = []
    let people = rows.compactMap { place, person -> Person? in
      guard wanted.contains(place), let person, seen.insert(person.key).inserted,
        options.includesAdult || !person.isAdult
      else { return nil }
      return person
    }
    let total = pages.map(\.answer.total).min() ?? 0
    return Found(PeopleList(people, total: total), meta: .joined(pages.map(\.tmdbMeta)))
  }

  package func person(
    _ choice: PersonChoice, _ options: FetchOptions
  ) async throws -> Found<PersonWithCredits>? {
    var searched: Meta?
    let key: PersonKey
    switch choice {
    case .key(let given): key = given
    case .name(let name):
      let found = try await fetcher.fetch(
        .people(name, page: 1, includesAdult: options.includesAdult, language: options.language), options)
      let people = found.answer.people.compactMap(\.self).filter { options.includesAdult || !$0.isAdult }
      guard let best = people.named(name) ?? people.first, let number = best.key else { return nil }
      (key, searched) = (number, found.tmdbMeta)
    }
    async let names = genreNames(options)
    let fetched: Fetched<TMDBPerson>
    do {
      fetched = try await fetcher.fetch(.person(key.id, language: options.language), options)
    } catch let error as RPCError where error.kind == .notFound {
      _ = try await names
      return nil
    }
    var (detail, credits) = (fetched.answer.detail, fetched.answer.credits)
    let translated = try await names
    credits = credits.filter { options.includesAdult || !$0.title.isAdult }.map {
      CreditedTitle(translated.applied(to: $0.title), $0.credit)
    }
    detail.knownFor = Array(
      credits.knownFor(detail.person.knownForDepartment).prefix(PersonWithCredits.maxKnownFor))
    let meta = fetched.tmdbMeta
    return Found(PersonWithCredits(detail, credits), meta: searched.map { $0.joined(meta) } ?? meta)
  }
}

extension [Person] {
  /// The first whose name has all of the words; the last may be the beginning of one.
  func named(_ name: String) -> Person? {
    let words = NameWords(name)
    return first { words?.match($0.name) != nil }
  }
}
