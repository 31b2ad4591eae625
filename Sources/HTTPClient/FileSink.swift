import EventLoop

/// A body that becomes a file. Its bytes are written off the loop; while more than ``mostWaiting`` of them
/// wait for the disk, the transfer does.
@LoopActor final class FileSink: BodySink {
  private static let mostWaiting = 1 << 20
  /// Of an answer that is not the file: enough to read what is wrong.
  private static let mostElse = 64 * 1024

  private let file: PartFile
  private let isDurable: Bool
  private let maximum: Int
  private let host: String

  /// Where the next byte goes; what is before it was there or is waiting.
  private var end: Int64 = 0
  private var waiting: [UInt8] = []
  private var writer: Task<Void, Never>?
  private var isFull = false
  private var failure: HTTPError?
  /// The answer is the file from its start, and what was there is to be forgotten first.
  private var emptying: (isWanted: Bool, tag: String?) = (false, nil)
  private var isLeft = false

  /// Of an answer that is not the file.
  private(set) var elsewhere: [UInt8] = []
  private var isFile = false

  /// What an earlier try left and this one goes on with.
  private(set) var offset: Int64
  private(set) var tag: String?
  /// The server would go on with something else than we have.
  private(set) var isUnfit = false
  private(set) var total: Int64?

  private weak var transfer: Transfer?
  private let expected: Int64?
  private let onBegin: (@LoopActor @Sendable (HTTPFileStart) -> Void)?

  private init(_ file: PartFile, resume: Bool, _ request: HTTPRequest, host: String) {
    self.file = file
    self.host = host
    maximum = request.maximumBytes
    isDurable = request.isDurable
    expected = request.expectedBytes
    onBegin = request.onBegin
    let goesOn = resume && file.size > 0 && file.tag != nil
    offset = goesOn ? file.size : 0
    tag = goesOn ? file.tag : nil
  }

  static func open(
    _ path: String, resume: Bool, _ request: HTTPRequest, host: String
  ) async throws(HTTPError) -> FileSink {
    switch await EventLoop.offload({ PartFile.open(path) }) {
    case .success(let file): return FileSink(file, resume: resume, request, host: host)
    case .failure(let fault): throw HTTPError(.file, host: host, fault.detail)
    }
  }

  /// `If-Range`: where it is not the same any more, the server sends all of it
  /// (https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5).
  var headers: [HTTPHeader] {
    guard let tag, offset > 0 else { return [] }
    return [HTTPHeader("Range", "bytes=\(offset)-"), HTTPHeader("If-Range", tag)]
  }

  /// The next try asks for all of it.
  func startAnew() {
    offset = 0
    tag = nil
    isUnfit = false
    elsewhere = []
  }

  // MARK: BodySink

  func attach(_ transfer: Transfer) { self.transfer = transfer }

  func begin(_ head: ResponseHead) throws(HTTPError) {
    isFile = head.status == 200 || head.status == 206
    guard isFile else { return }
    if head.status == 206 {
      let range = head.headers["Content-Range"].flatMap { ContentRange($0) }
      guard offset > 0, range?.first == offset else {
        isUnfit = true
        throw HTTPError(.other, host: host, "the server sends another part than it was asked for")
      }
      total = range?.total
      if let expected, let total, expected != total {
        isUnfit = true
        throw HTTPError(.other, host: host, "the file has \(total) bytes, and had \(expected)")
      }
    } else {
      offset = 0
      total = head.contentLength
      tag = Self.tag(head)
      emptying = (true, tag)
    }
    end = offset
    if let total, total > Int64(maximum) { throw .tooLarge(host, maximum) }
    onBegin?(
      HTTPFileStart(
        offset: offset, total: total, isRestart: offset == 0 && file.size > 0,
        contentType: head.headers["Content-Type"]))
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> BodySinkAnswer {
    guard isFile else {
      elsewhere.append(contentsOf: bytes.prefix(Self.mostElse - elsewhere.count))
      return .taken
    }
    if let failure { throw failure }
    guard Int64(bytes.count) <= Int64(maximum) - end else { throw .tooLarge(host, maximum) }
    // What is larger than the bound itself must get through too.
    if !waiting.isEmpty, waiting.count + bytes.count > Self.mostWaiting {
      isFull = true
      return .full
    }
    waiting.append(contentsOf: bytes)
    end += Int64(bytes.count)
    if writer == nil { writer = LoopTask.start { await self.write() } }
    return .taken
  }

  private func write() async {
    while !waiting.isEmpty || emptying.isWanted, failure == nil {
      var bytes: [UInt8] = []
      swap(&bytes, &waiting)
      let (file, start, emptying, piece) = (file, end - Int64(bytes.count), emptying, bytes)
      self.emptying.isWanted = false
      let fault = await EventLoop.offload {
        (emptying.isWanted ? file.empty(newTag: emptying.tag) : nil) ?? file.write(piece, at: start)
      }
      if let fault { failed(fault) }
      if isFull {
        isFull = false
        transfer?.resume()
      }
    }
    writer = nil
  }

  private func failed(_ fault: PartFile.Fault) {
    let error = HTTPError(.file, host: host, fault.detail)
    failure = error
    waiting = []
    transfer?.fail(error)
  }

  // MARK: The end

  /// The answer has ended. Whether it was the file, which then has its name.
  func finish(_ head: ResponseHead) async throws(HTTPError) -> Bool {
    if head.status == 416, offset > 0 {
      let range = head.headers["Content-Range"].flatMap { ContentRange($0) }
      guard range?.total == offset else {
        isUnfit = true
        return false
      }
      // All of it was there already.
      end = offset
    } else {
      // Without a body nothing has begun yet.
      if !isFile { try begin(head) }
      guard isFile else { return false }
      if emptying.isWanted, writer == nil { writer = LoopTask.start { await self.write() } }
    }
    while let writer { await writer.value }
    if let failure { throw failure }
    if let total, end != total { throw HTTPError(.reset, host: host, "the body is cut short") }
    isLeft = true
    let (file, isDurable) = (file, isDurable)
    if let fault = await EventLoop.offload({ file.finish(isDurable: isDurable) }) {
      throw HTTPError(.file, host: host, fault.detail)
    }
    return true
  }

  /// Closes the file, whatever has happened. What is there is kept for another try.
  func leave(after error: HTTPError.Kind?) async {
    transfer = nil
    while let writer { await writer.value }
    guard !isLeft else { return }
    isLeft = true
    let file = file
    let isOfUse = isFile ? end > 0 && tag != nil : file.size > 0 && file.tag != nil
    await EventLoop.offload { file.leave(keeping: isOfUse && error != .tooLarge) }
  }

  /// A weak ETag says nothing about bytes.
  private static func tag(_ head: ResponseHead) -> String? {
    if let tag = head.headers["ETag"], tag.hasPrefix("\"") { return tag }
    return head.headers["Last-Modified"]
  }
}
