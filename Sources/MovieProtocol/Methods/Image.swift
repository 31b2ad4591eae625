package import JSONRPC

package enum ImageMethod: RPCMethod {
  package static let key = Param(
    "key", .pictureKey,
    "The title or the person: movie/438631, tv/1399, itunes/N, imdb/tt1160419, person/525.")
  package static let kind = Param(
    "kind", .choice(ImageKind.self), "Kind of picture; default: poster of a title, profile of a person.")
  package static let size = Param(
    "size", .word(ImageKind.allSizes),
    "A size as TMDB names it; default: \(ImageKind.allCases.map { "\($0.usualSize) (\($0.rawValue))" }.joined(separator: ", "))."
  )
  package static let path = Param(
    "path", .form(.imagePath), "A poster_path, backdrop_path, logo_path or profile_path, instead of key.")

  package static let method = Method(
    "image", "fetch a picture as a file",
    description: """
      The picture is named by a title or a person and kind, or by a path from a result, with kind for its sizes. It is \
      fetched once for all clients and cached for five months; no key is needed. The file stays for at \
      least an hour after the last answer that names it, also after a restart: read it, and do not change \
      it. A picture from iTunes has one size. Type, width and height are read from the bytes: JPEG, PNG, \
      WebP or GIF, at most 10 MiB and 20,000 pixels a side; anything else is `upstream_unavailable`. Of a \
      path that ends in .svg, TMDB's PNG of the same drawing is fetched. At most 30 pictures a second are \
      fetched. A title without such a picture, and a path that upstream does not have, are `not_found`; \
      that path is asked for again after ten minutes.
      """,
    parameters: [key, kind, size, path, .titleWords],
    alternatives: [key, path, .titleWords],
    aboutTitles: true,
    result: answer.schema,
    errors: [.limitExceeded],
    example: ["key": "movie/438631", "kind": "poster"])

  package static let answer = Shape<
    (file: String, bytes: Int, contentType: String, width: Int, height: Int, match: BestMatch?)
  >("Image") {
    Member("file", \.file, "Absolute path; the file stays for at least an hour.")
    Member("bytes", \.bytes, "Size of the file.")
    Member(
      "content_type", \.contentType, "Read from the bytes.",
      words: ["image/jpeg", "image/png", "image/webp", "image/gif"])
    Member("width", \.width, "Pixels.")
    Member("height", \.height, "Pixels.")
    Member("match", \.match, BestMatch.about)
    Member.meta
  }
}

/// Whose picture `image` is asked for.
package enum PictureKey: Sendable, Equatable {
  case title(TitleKey)
  case person(PersonKey)

  package init?(_ text: String) {
    if let key = TitleKey(text) {
      self = .title(key)
    } else if let key = PersonKey(text) {
      self = .person(key)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .title(let key): key.text
    case .person(let key): key.text
    }
  }

  package var title: TitleKey? { if case .title(let key) = self { key } else { nil } }
  package var person: PersonKey? { if case .person(let key) = self { key } else { nil } }
}

extension ValueType where Value == PictureKey {
  package static var pictureKey: Self {
    Self(type: .form(.pictureKey), read: { $0.text.flatMap { PictureKey($0) } }, write: { .text($0.text) })
  }
}

extension TextForm {
  package static let pictureKey = TextForm(
    demand: .aPictureKey, plural: .personKeys,
    pattern: "^((movie|tv|itunes|person)/[1-9][0-9]{0,14}|imdb/tt[0-9]{7,10})$"
  ) { PictureKey($0) != nil }
}

/// Which picture `image` is asked for.
package struct ImageParams: Sendable, Equatable {
  /// Nil: that of a title.
  package var path: ImagePath?
  package var kind: ImageKind
  /// One of the kind's sizes.
  package var size: String

  package init(_ arguments: Arguments) throws(RPCError) {
    path = arguments[ImageMethod.path].flatMap { ImagePath($0) }
    let person = arguments[ImageMethod.key]?.person
    kind = arguments[ImageMethod.kind] ?? (person == nil ? .poster : .profile)
    if (kind == .profile) != (person != nil), path == nil {
      throw person == nil
        ? .parameter("kind", .pictureOfPerson, expected: "poster, backdrop or logo", Advice(.sendProfilePath))
        : .parameter(
          "kind", .pictureOfTitle(kind.rawValue), expected: "profile",
          Advice(.leaveParameterOut(MessageParameter("kind")), .param("kind", .null)))
    }
    size = arguments[ImageMethod.size] ?? kind.usualSize
    guard kind.sizes.contains(size) else {
      throw .parameter(
        "size", .pictureLacksSize(kind.rawValue, size),
        expected: "one of " + kind.sizes.joined(separator: ", "),
        path == nil || arguments.has(ImageMethod.kind) ? nil : Advice(.sendKindToo))
    }
  }
}
