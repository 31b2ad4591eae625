import EventLoop
import HTTPClient
import MovieProtocol

/// Makes connections to a store: with the password said, the database chosen, and an answer in time.
@LoopActor struct RedisConnector {
  let url: RedisURL
  let resolve: RedisClient.Resolve

  /// - Throws: `RedisError`, `CancellationError`.
  func connection(_ limits: RedisClient.Limits) async throws -> RedisConnection {
    let deadline = EventLoop.now + limits.opening
    let connection = try await connection(limits.maxReplyBytes, until: deadline)
    do {
      if let password = url.password {
        try await expectOK(["AUTH"] + [url.user, password].compactMap(\.self), connection, deadline)
      }
      if url.database > 0 { try await expectOK(["SELECT", "\(url.database)"], connection, deadline) }
      try await expectOK(["PING"], connection, min(deadline, EventLoop.now + limits.patience))
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  private func expectOK(
    _ words: [String], _ connection: RedisConnection, _ deadline: LoopInstant
  ) async throws {
    switch try await connection.reply(to: words.map { Array($0.utf8) }, until: deadline) {
    case .text: return
    case .error(let text): throw RedisError(error: text)
    default: throw RedisError.protocolError("a reply of an unexpected kind")
    }
  }

  private func connection(_ maxReplyBytes: Int, until deadline: LoopInstant) async throws -> RedisConnection {
    switch url.place {
    case .path(let path):
      do throws(UVError) {
        return RedisConnection(try UnixStream(connectingTo: path), maxReplyBytes: maxReplyBytes)
      } catch {
        throw RedisError(error)
      }
    case .host(let name, let port):
      guard url.isTLS else {
        let stream = try await stream(to: name, port, until: deadline)
        return RedisConnection(stream, maxReplyBytes: maxReplyBytes)
      }
      return RedisConnection(
        try await encrypted(to: name, port, until: deadline), maxReplyBytes: maxReplyBytes)
    }
  }

  private func encrypted(
    to name: String, _ port: UInt16, until deadline: LoopInstant
  ) async throws -> TLSConnection {
    let addresses = try await addresses(of: name, until: deadline)
    do {
      return try await TLSConnection.open(
        to: name, port: port, at: addresses, trusting: url.authorities, until: deadline)
    } catch let error as HTTPError {
      throw RedisError(error)
    }
  }

  /// To the first address that accepts; each gets its share of the time.
  private func stream(
    to name: String, _ port: UInt16, until deadline: LoopInstant
  ) async throws -> UnixStream {
    var last = RedisError.unreachable("unknown host")
    let addresses = try await addresses(of: name, until: deadline).prefix(4)
    for (index, address) in addresses.enumerated() {
      let share = (deadline - EventLoop.now) / (addresses.count - index)
      do {
        return try await UnixStream.tcp(to: address, port: port, until: EventLoop.now + share)
      } catch let error as UVError {
        last = RedisError(error)
      }
    }
    throw last
  }

  private func addresses(of name: String, until deadline: LoopInstant) async throws -> [String] {
    do {
      return try await resolve(name, deadline)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw RedisError.unreachable("unknown host")
    }
  }
}
