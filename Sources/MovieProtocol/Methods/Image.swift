package import JSONRPC

package enum ImageMethod: RPCMethod {
  package static let kind = Param(
    "kind", .choice(ImageKind.self), default: .poster, "What it shows; profile (a person) by path only.")
  package static let size = Param(
    "size", .word(ImageKind.allSizes),
    "TMDB's names; default: \(ImageKind.allCases.map { "\($0.usualSize) (\($0.rawValue))" }.joined(separator: ", "))."
  )
  package static let path = Param(
    "path", .form(.imagePath), "A poster_path, backdrop_path, logo_path or profile_path, in place of key.")

  package static let method = Method(
    "image", "the file of a picture",
    description: """
      Named by the key of a title and kind, or by the path that a result has for it, with kind for its sizes. It is \
      fetched once for all clients and kept; file stays at least an hour after it was last named. A picture of iTunes \
      comes in the one size it has. Its type is that of its bytes: JPEG, PNG, WebP or GIF.
      """,
    parameters: [.optionalKey, kind, size, path],
    aboutTitles: true,
    result: .object([
      .init("file", .text("Its absolute path, which stays at least an hour.")),
      .init("bytes", .integer("Of the file.")),
      .init(
        "content_type", .choice(["image/jpeg", "image/png", "image/webp", "image/gif"], "By its bytes.")),
      .init("width", .integer("Pixels.")),
      .init("height", .integer("Pixels.")),
      .init("meta", Meta.schema),
    ]),
    errors: [.notFound, .storageError, .limitExceeded],
    example: ["key": "movie/438631", "kind": "poster"])
}

/// The parameters of `image`.
package struct ImageParams: Sendable, Equatable {
  package enum Subject: Sendable, Equatable {
    case title(TitleKey)
    case path(ImagePath)
  }

  package var subject: Subject
  package var kind: ImageKind
  /// One of the kind's sizes.
  package var size: String

  package init(_ arguments: Arguments) throws(RPCError) {
    let key = arguments[.optionalKey]
    let path = arguments[ImageMethod.path].flatMap { ImagePath($0) }
    kind = arguments[ImageMethod.kind]
    switch (key, path) {
    case (let key?, nil): subject = .title(key)
    case (nil, let path?): subject = .path(path)
    case (nil, nil):
      throw .parameter(
        "key", "key is missing", expected: ParameterType.titleKey.expectation,
        hint: "send {\"key\":\"movie/438631\"}, or {\"path\":...} with a poster_path")
    case (_?, _?):
      throw .parameter(
        "path", "a picture is named by key and kind, or by path, not by both",
        expected: "key or path", hint: "leave out one of them")
    }
    if kind == .profile, key != nil {
      throw .parameter(
        "kind", "profile is a picture of a person, which a title's key does not name",
        expected: "poster, backdrop or logo", hint: "send the profile_path of detail's cast as path")
    }
    size = arguments[ImageMethod.size] ?? kind.usualSize
    guard kind.sizes.contains(size) else {
      throw .parameter(
        "size", "\(kind.rawValue) has no size \(size)",
        expected: "one of " + kind.sizes.joined(separator: ", "),
        hint: key == nil ? "kind says of what the path is: send it too" : nil)
    }
  }
}
