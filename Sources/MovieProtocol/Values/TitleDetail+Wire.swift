package import JSONRPC

extension TitleDetail {
  /// Without `meta`, which is written separately.
  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      title.writeMembers(into: &writer)
      writer.member("tagline", tagline)
      writer.member("status", status)
      writer.member("runtime", runtime)
      writer.member("homepage", homepage)
      writer.member("imdb_id", imdbID)
      writer.list("director", directors) { $1.string($0) }
      writer.list("creators", creators) { $1.string($0) }
      writer.optional("certification", certification) { certification, writer in
        writer.member("country", certification.country)
        writer.member("value", certification.value)
        writer.member("age", certification.age)
      }
      writer.optional("collection", collection) { collection, writer in
        writer.member("id", collection.id)
        writer.member("name", collection.name)
      }
      writer.list("keywords", keywords.prefix(Most.keywords)) { $1.string($0) }
      writer.member("logo_path", logoPath)
      writeLists(into: &writer)
      writer.name("where_to_watch")
      if let whereToWatch {
        writer.object { writer in for offers in whereToWatch { offers.write(into: &writer) } }
      } else {
        writer.null()
      }
      writer.member("partial", isPartial)
    }
  }

  private func writeLists(into writer: inout JSONWriter) {
    writer.list("cast", cast.prefix(Most.cast)) { member, writer in
      writer.object { writer in
        writer.member("name", member.name)
        writer.member("character", member.character)
        writer.member("profile_path", member.profilePath)
      }
    }
    writer.list("crew", crew.prefix(Most.crew)) { member, writer in
      writer.object { writer in
        writer.member("name", member.name)
        writer.member("job", member.job)
      }
    }
    writer.list("videos", videos.prefix(Most.videos)) { $0.write(into: &$1) }
    writer.list("similar", similar.prefix(Most.related)) { $0.write(into: &$1) }
    writer.list("recommendations", recommendations.prefix(Most.related)) { $0.write(into: &$1) }
    writer.list("seasons", seasons) { season, writer in
      writer.object { writer in
        writer.member("season_number", season.number)
        writer.member("name", season.name)
        writer.member("episode_count", season.episodeCount)
        writer.member("air_date", season.airDate)
        writer.member("poster_path", season.posterPath)
      }
    }
  }

  package static let schema: Schema = {
    guard case .named(let named) = Title.schema, case .object(let title) = named.schema else {
      return Title.schema
    }
    return .object(title + fields + [.init("meta", Meta.schema)])
  }()

  private static let fields: [Schema.Field] = [
    .init("tagline", .optional(.text("TMDB's one line for a poster."))),
    .init("status", .optional(.text("TMDB's word: Released, Ended, In Production ..."))),
    .init("runtime", .optional(.integer("Minutes."))),
    .init("homepage", .optional(.text("A URL."))),
    .init("imdb_id", .optional(.text("tt1160419."))),
    .init("director", .list(.text("A name."), "Of a film; [] where unknown, and for series.")),
    .init("creators", .list(.text("A name."), "Of a series; [] where unknown, and for films.")),
    .init(
      "certification",
      .optional(
        .object([
          .init("country", .text("Whose.")), .init("value", .text("PG-13, 12, ...")),
          .init("age", .optional(.integer("The age from which it may be seen."))),
        ]))),
    .init(
      "collection",
      .optional(
        .object([
          .init("id", .optional(.integer("TMDB's number, null where only the name is known."))),
          .init("name", .text("Dune Collection.")),
        ]))),
    .init("keywords", .list(.text("In English."), "What it is about; at most 20.")),
    .init("logo_path", .optional(.text("TMDB's path of the title as a picture, perhaps an .svg."))),
    .init(
      "cast",
      .list(
        .object([
          .init("name", .text("Who plays.")), .init("character", .optional(.text("Whom."))),
          .init("profile_path", .optional(.text("TMDB's path of a picture."))),
        ]), "First names on the bill first; at most 20.")),
    .init(
      "crew",
      .list(
        .object([.init("name", .text("Who.")), .init("job", .text("Director, Writer ..."))]), "At most 12.")),
    .init("videos", .list(Video.schema, "As in trailer; at most 20.")),
    .init("similar", .list(Title.schema, "Like it; at most 12.")),
    .init("recommendations", .list(Title.schema, "For those who liked it; at most 12.")),
    .init(
      "seasons",
      .list(
        .object([
          .init("season_number", .integer("0: specials.")), .init("name", .text("Season 1.")),
          .init("episode_count", .optional(.integer("Episodes."))),
          .init("air_date", .optional(.text("Of the first one."))),
          .init("poster_path", .optional(.text("TMDB's path."))),
        ]), "[] for films, and where unknown.")),
    .init(
      "where_to_watch",
      .optional(
        .map(
          .object([
            .init("link", .optional(.text("To show with the offers."))),
            .init(
              "offers",
              .list(
                .object([
                  .init("kind", .choice(["flatrate", "free", "ads", "rent", "buy"], "How.")),
                  .init("provider_id", .integer("TMDB's number.")), .init("provider", .text("Where.")),
                  .init("logo_path", .optional(.text("TMDB's path."))),
                ]), "[] where there is none.")),
          ]), "By country of the setting countries; null: unknown, {}: nowhere."))),
    .init("partial", .boolean("Only local facts were at hand.")),
  ]
}

extension TitleDetail.Offers {
  fileprivate func write(into writer: inout JSONWriter) {
    writer.name(country)
    writer.object { writer in
      writer.member("link", link)
      writer.list("offers", offers) { offer, writer in
        writer.object { writer in
          writer.member("kind", offer.kind)
          writer.member("provider_id", offer.providerID)
          writer.member("provider", offer.provider)
          writer.member("logo_path", offer.logoPath)
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func list<Items: Sequence>(
    _ name: StaticString, _ items: Items, _ write: (Items.Element, inout JSONWriter) -> Void
  ) {
    self.name(name)
    array { writer in for item in items { write(item, &writer) } }
  }

  fileprivate mutating func optional<Value>(
    _ name: StaticString, _ value: Value?, _ members: (Value, inout JSONWriter) -> Void
  ) {
    self.name(name)
    guard let value else { return null() }
    object { writer in members(value, &writer) }
  }
}
