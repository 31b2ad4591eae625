import EventLoop
package import MovieProtocol
import MovieStore
import TitleIndex

extension LocalSource {
  package func people(
    q: String?, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<PeopleList> {
    let opened = try await whenOpened(options)
    let (all, corrected) = try await opened.catalogue.people(q: q, mayCorrect: !options.takesNamesOnly)
    let rows = (TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0).clamped(to: all.indices)
    var meta = opened.meta(of: [])
    meta.corrected = corrected
    return Found(PeopleList(all[rows].map { Person($0) }, total: all.count), meta: meta)
  }

  /// By name only: the catalogue has no numbers of people.
  package func person(
    _ choice: PersonChoice, _ options: FetchOptions
  ) async throws -> Found<PersonWithCredits>? {
    guard case .name(let name) = choice else { return nil }
    let opened = try await whenOpened(options)
    guard let found = try await opened.catalogue.person(named: name) else { return nil }
    let credits =
      found.directed.map { row in
        let isFilm = row.mediaType == .movie
        return CreditedTitle(
          Title(row),
          Credit(department: isFilm ? "Directing" : "Creator", job: isFilm ? "Director" : "Creator"))
      } + found.cast.map { CreditedTitle(Title($0), Credit(department: "Acting")) }
    var detail = PersonDetail(Person(found.person))
    detail.knownFor = found.titles.prefix(PersonWithCredits.maxKnownFor).map { Title($0) }
    detail.isPartial = true
    var meta = opened.meta(of: found.directed + found.cast)
    meta.corrected = found.corrected
    return Found(PersonWithCredits(detail, credits), meta: meta)
  }
}

extension Person {
  fileprivate init(_ person: NamedPerson) {
    self.init(nil, name: person.name)
    knownForDepartment = person.directed.count >= person.cast.count ? "Directing" : "Acting"
  }
}
