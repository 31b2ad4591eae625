import CZlib
import EventLoop
import Glibc

/// Requests accept gzip, and the response is unpacked here, not by curl: servers have sent gzip without
/// declaring it (TMDB on 2026-05-19), and declared it for plain bodies. The first two bytes are reliable.
@LoopActor enum Gunzip {
  /// Larger bodies are unpacked off the loop.
  private static let maxOnLoop = 256 * 1024

  /// A caller that sets an encoding, even none, keeps it.
  static func accepting(_ headers: [HTTPHeader]) -> [HTTPHeader] {
    headers.contains { $0.name.lowercased() == "accept-encoding" }
      ? headers : headers + [HTTPHeader("Accept-Encoding", "gzip")]
  }

  /// - Parameter maxBytes: after inflating.
  /// - Throws: `reset` for a truncated body, `too_large`, `other` for a damaged one.
  static func inflate(
    _ bytes: [UInt8], maxBytes: Int, host: String
  ) async throws(HTTPError) -> [UInt8] {
    guard bytes.starts(with: [0x1f, 0x8b]) else { return bytes }
    let (outcome, inflated) =
      bytes.count <= maxOnLoop
      ? inflate(bytes, maxBytes) : await EventLoop.offload { inflate(bytes, maxBytes) }
    switch outcome {
    case CZLIB_DONE: return inflated
    case CZLIB_CUT_SHORT:
      throw HTTPError(.reset, host: host, "the gzip response is truncated")
    case CZLIB_TOO_LARGE: throw .tooLarge(host, maxBytes)
    case CZLIB_MISSING:
      throw HTTPError(.other, host: host, "the response is packed with gzip, and libz.so.1 cannot be loaded")
    default: throw HTTPError(.other, host: host, "the gzip response is damaged")
    }
  }

  nonisolated static var isAvailable: Bool { inflate([], 0).0 != CZLIB_MISSING }

  private nonisolated static func inflate(
    _ bytes: [UInt8], _ maxBytes: Int
  ) -> (czlib_result, [UInt8]) {
    var result: UnsafeMutablePointer<UInt8>?
    var count = 0
    let outcome = bytes.withUnsafeBufferPointer {
      czlib_gunzip($0.baseAddress, $0.count, max(0, maxBytes), &result, &count)
    }
    defer { free(result) }
    guard outcome == CZLIB_DONE else { return (outcome, []) }
    return (outcome, Array(UnsafeBufferPointer(start: result, count: count)))
  }
}
