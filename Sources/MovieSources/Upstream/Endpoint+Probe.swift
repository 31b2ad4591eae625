import JSONRPC

/// https://developer.themoviedb.org/reference/authentication-validate-key
extension Endpoint where Answer == Bool {
  /// Small, and never served by a cache in between.
  static func probe(_ upstream: Upstream.Name, _ path: String) -> Endpoint {
    Endpoint(upstream, path, kind: .table) { body throws(UndecodableAnswer) in
      // A network that requires a login responds also.
      guard let success = try JSONValue(upstream: body)["success"]?.boolValue else {
        throw UndecodableAnswer("the response does not report success")
      }
      return success
    }
  }
}
