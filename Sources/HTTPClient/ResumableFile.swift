import EventLoop

/// Writes a body to a file. The bytes are written off the loop; while more than ``maxWaiting`` of them wait
/// for the disk, the transfer pauses.
@LoopActor final class ResumableFile: BodySink {
  private static let maxWaiting = 1 << 20
  /// For a response that is not the file: enough to read the error.
  private static let maxOther = 64 * 1024
  /// Slow disks exist, and write what was written before with it.
  private static let writeDeadline: Duration = .seconds(30)
  private static let finishDeadline: Duration = .seconds(120)

  private let file: PartFile
  private let lane: BlockingLane
  private let isDurable: Bool
  private let maxBytes: Int
  private let host: String

  /// The state of one response so far. The next request begins with a new one: only the file's own response
  /// decides whether it is finished.
  private struct Answer {
    var isFile = false
    /// The server would continue with something other than the bytes we have.
    var isUnfit = false
    /// Where the next byte goes; the bytes before it are in the file or wait to be written.
    var end: Int64 = 0
    var total: Int64?
    /// The response is the file from its start, and the bytes in the file are to be discarded first.
    var emptying: (isWanted: Bool, tag: String?) = (false, nil)
    /// The body of a response that is not the file.
    var elsewhere: [UInt8] = []
  }

  private var answer = Answer()
  private var waiting: [UInt8] = []
  private var writer: Task<Void, Never>?
  private var isFull = false
  private var failure: HTTPError?
  private var isLeft = false

  /// The bytes that an earlier try left and this one continues.
  private(set) var offset: Int64
  private(set) var tag: String?

  var isUnfit: Bool { answer.isUnfit }
  var total: Int64? { answer.total }
  var elsewhere: [UInt8] { answer.elsewhere }

  private weak var transfer: Transfer?
  private let expected: Int64?
  private let onBegin: (@LoopActor @Sendable (HTTPFileStart) -> Void)?

  private init(_ file: PartFile, resume: Bool, _ request: HTTPRequest, host: String) {
    self.file = file
    self.host = host
    lane = request.lane
    maxBytes = request.maxBytes
    isDurable = request.isDurable
    expected = request.expectedBytes
    onBegin = request.onBegin
    let goesOn = resume && file.size > 0 && file.tag != nil
    offset = goesOn ? file.size : 0
    tag = goesOn ? file.tag : nil
  }

  static func open(
    _ path: String, resume: Bool, _ request: HTTPRequest, host: String
  ) async throws(HTTPError) -> ResumableFile {
    let opened: Result<PartFile, PartFile.IOError>
    do throws(LaneError) {
      opened = try await request.lane.call(within: writeDeadline) {
        if case .success(let file)? = $0 { file.leave(keeping: file.size > 0) }
      } _: {
        PartFile.open(path)
      }
    } catch {
      throw HTTPError(.file, host: host, "\(error)")
    }
    switch opened {
    case .success(let file): return ResumableFile(file, resume: resume, request, host: host)
    case .failure(let fault): throw HTTPError(.file, host: host, fault.detail)
    }
  }

  /// `If-Range`: if the file has changed, the server sends all of it
  /// (https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5).
  var headers: [HTTPHeader] {
    guard let tag, offset > 0 else { return [] }
    return [HTTPHeader("Range", "bytes=\(offset)-"), HTTPHeader("If-Range", tag)]
  }

  /// The next request fetches the whole file.
  func startOver() {
    offset = 0
    tag = nil
    answer = Answer()
  }

  // MARK: BodySink

  func attach(_ transfer: Transfer) { self.transfer = transfer }

  func begin(_ head: ResponseHead) throws(HTTPError) {
    switch head.status {
    case 200:
      offset = 0
      tag = Self.tag(head)
      answer.total = head.contentLength
      answer.emptying = (true, tag)
    case 206: answer.total = try totalOfRest(head)
    default: return
    }
    answer.isFile = true
    answer.end = offset
    if let total, total > Int64(maxBytes) { throw .tooLarge(host, maxBytes) }
    onBegin?(
      HTTPFileStart(
        offset: offset, total: total, isRestart: offset == 0 && file.size > 0,
        contentType: head.headers["Content-Type"]))
  }

  /// The length of the file whose rest this response is. A response that does not state it may end anywhere.
  private func totalOfRest(_ head: ResponseHead) throws(HTTPError) -> Int64 {
    let range = head.headers["Content-Range"].flatMap { ContentRange($0) }
    guard offset > 0, range?.first == offset, let total = range?.total else {
      answer.isUnfit = true
      throw HTTPError(.other, host: host, "the server sent another part than requested")
    }
    if let expected, expected != total {
      answer.isUnfit = true
      throw HTTPError(.other, host: host, "the file has \(total) bytes, expected \(expected)")
    }
    return total
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> BodySinkAnswer {
    guard answer.isFile else {
      answer.elsewhere.append(contentsOf: bytes.prefix(Self.maxOther - answer.elsewhere.count))
      return .taken
    }
    if let failure { throw failure }
    guard Int64(bytes.count) <= Int64(maxBytes) - answer.end else { throw .tooLarge(host, maxBytes) }
    // A piece larger than the limit itself must also get through.
    if !waiting.isEmpty, waiting.count + bytes.count > Self.maxWaiting {
      isFull = true
      return .full
    }
    waiting.append(contentsOf: bytes)
    answer.end += Int64(bytes.count)
    if writer == nil { writer = LoopTask.start { await self.write() } }
    return .taken
  }

  private func write() async {
    while !waiting.isEmpty || answer.emptying.isWanted, failure == nil {
      var bytes: [UInt8] = []
      swap(&bytes, &waiting)
      let (file, start, piece) = (file, answer.end - Int64(bytes.count), bytes)
      let emptying = answer.emptying
      answer.emptying.isWanted = false
      do throws(LaneError) {
        let fault = try await lane.call(within: Self.writeDeadline) { _ in
          file.leave(keeping: true)
        } _: {
          (emptying.isWanted ? file.empty(newTag: emptying.tag) : nil) ?? file.write(piece, at: start)
        }
        if let fault { failed(fault.detail) }
      } catch {
        // What still writes closes the file, no sooner.
        isLeft = true
        failed("\(error)")
      }
      if isFull {
        isFull = false
        transfer?.resume()
      }
    }
    writer = nil
  }

  private func failed(_ reason: String) {
    let error = HTTPError(.file, host: host, reason)
    failure = error
    waiting = []
    transfer?.fail(error)
  }

  // MARK: The end

  /// The response has ended. Returns whether it was the file, which is then renamed to its final name.
  func finish(_ head: ResponseHead) async throws(HTTPError) -> Bool {
    if head.status == 416, offset > 0 {
      let range = head.headers["Content-Range"].flatMap { ContentRange($0) }
      guard range?.total == offset, expected ?? offset == offset else {
        answer.isUnfit = true
        return false
      }
      // The file was complete already.
      answer.end = offset
    } else {
      // Without a body, `begin` has not been called yet.
      if !answer.isFile { try begin(head) }
      guard answer.isFile else { return false }
      if answer.emptying.isWanted, writer == nil { writer = LoopTask.start { await self.write() } }
    }
    while let writer { await writer.value }
    if let failure { throw failure }
    if let total, answer.end != total { throw HTTPError(.reset, host: host, "the body is truncated") }
    isLeft = true
    let (file, isDurable) = (file, isDurable)
    let fault: PartFile.IOError?
    do throws(LaneError) {
      fault = try await lane.call(within: Self.finishDeadline) {
        if $0 == nil { file.leave(keeping: true) }
      } _: {
        file.finish(isDurable: isDurable)
      }
    } catch {
      throw HTTPError(.file, host: host, "\(error)")
    }
    if let fault { throw HTTPError(.file, host: host, fault.detail) }
    return true
  }

  /// Closes the file, whatever has happened. Its bytes are left for another try.
  func leave(after error: HTTPError.Kind?) async {
    transfer = nil
    while let writer { await writer.value }
    guard !isLeft else { return }
    isLeft = true
    let file = file
    let isOfUse = answer.isFile ? answer.end > 0 && tag != nil : file.size > 0 && file.tag != nil
    let leave: @Sendable () -> Void = { file.leave(keeping: isOfUse && error != .tooLarge) }
    try? await lane.call(within: Self.writeDeadline) {
      if $0 == nil { leave() }
    } _: {
      leave()
    }
  }

  /// A weak ETag does not guarantee equal bytes.
  private static func tag(_ head: ResponseHead) -> String? {
    if let tag = head.headers["ETag"], tag.hasPrefix("\"") { return tag }
    return head.headers["Last-Modified"]
  }
}
