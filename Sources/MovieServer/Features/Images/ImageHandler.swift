import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `image`: see `MovieProtocol/Methods/Image.swift`. Never answered with a cached result: the file is checked
/// each time, and stays for an hour from then on.
@LoopActor
enum ImageHandler {
  static let handlers = [MethodHandler(ImageMethod.self, .waiting(image))]

  static func image(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let params = try ImageParams(request.arguments)
    guard let images = call.server.upstreams?.images else {
      throw RPCError.unavailable(.tmdb, .network, .picturesOff)
    }
    let named = request[ImageMethod.key]
    let shown =
      params.path == nil && named?.person == nil ? try await TitleResolver(call).shown(named?.title) : nil
    let found =
      if let person = named?.person {
        try await images.find(try await path(of: person, request), size: params.size, request.options)
      } else {
        try await find(params, shown?.key, images, request)
      }
    let result = request.result(found.meta) {
      ImageMethod.answer.write(
        (found.file, found.bytes, found.contentType, found.width, found.height, shown?.match), into: &$0)
    }
    return .cached(result.reply)
  }

  private static func path(of person: PersonKey, _ request: TitleRequest) async throws -> ImagePath {
    guard let found = try await request.titles.person(.key(person), request.options) else {
      throw RPCError.unknown(.key(person), request)
    }
    guard let path = found.value.person.profilePath.flatMap({ ImagePath($0) }) else {
      throw RPCError(
        .notFound, .titleLacksPicture(person.text, ImageKind.profile.rawValue),
        details: ["resource": "image"])
    }
    return path
  }

  /// - Parameter key: of the title; nil: the parameters have the path.
  private static func find(
    _ params: ImageParams, _ key: TitleKey?, _ images: ImageService, _ request: TitleRequest
  ) async throws -> FoundImage {
    if let found = try await findListed(params, key, images, request) { return found }
    let (path, reason) = try await path(params, key, request)
    var found = try await images.find(path, size: params.size, request.options)
    found.meta.reason = found.meta.reason ?? reason
    return found
  }

  /// The picture of a title as the profile was recently shown it in a list.
  private static func findListed(
    _ params: ImageParams, _ key: TitleKey?, _ images: ImageService, _ request: TitleRequest
  ) async throws -> FoundImage? {
    // Another language may have another poster.
    guard let key, request.options.maxAge == nil,
      !request.call.arguments.has(.language),
      let path = try await request.titles.listedPicture(key, params.kind, request.options)
    else { return nil }
    do {
      return try await images.find(path, size: params.size, request.options)
    } catch let error as RPCError where error.kind == .notFound && !request.options.isCacheOnly {
      // The title may have another picture by now.
      request.profile.pictures.forget(key)
      return nil
    }
  }

  /// The picture's path at upstream. It is not revealed for a title that the profile may not see.
  private static func path(
    _ params: ImageParams, _ key: TitleKey?, _ request: TitleRequest
  ) async throws -> (path: ImagePath, reason: Meta.Reason?) {
    if let path = params.path { return (path, nil) }
    guard let key else { throw RPCError.namesNoTitle }
    var options = request.options
    options.includesRelated = false
    guard let found = try await request.titles.detail(key, options) else {
      throw RPCError.unknown(key, request.profile.settings)
    }
    let text =
      switch params.kind {
      case .poster: found.detail.title.posterPath
      case .backdrop: found.detail.title.backdropPath
      case .logo: found.detail.logoPath
      case .profile: nil as String?
      }
    guard let path = text.flatMap({ ImagePath($0) }) else {
      throw RPCError(
        .notFound, .titleLacksPicture(found.detail.title.key.text, params.kind.rawValue),
        found.detail.isPartial && params.kind == .logo
          ? Advice(.tmdbMayHaveOne, .setting(Setting.tmdbKey.name)) : nil,
        details: ["resource": "image"])
    }
    return (path, found.meta.reason)
  }
}
