import MovieProtocol
import MovieSources

/// The pictures of titles and people.
final class ImagesFeature: Feature {
  let handlers = ImageHandler.handlers

  func describe(in status: inout DaemonStatus, of server: Server) {
    status.cache.imagesBytes = server.upstreams?.images?.bytes ?? 0
  }
}
