import EventLoop

/// A body that becomes a file. Its bytes are written off the loop; while more than ``maxWaiting`` of them
/// wait for the disk, the transfer does.
@LoopActor final class FileSink: BodySink {
  private static let maxWaiting = 1 << 20
  /// Of an answer that is not the file: enough to read what is wrong.
  private static let maxOther = 64 * 1024

  private let file: PartFile
  private let isDurable: Bool
  private let maximum: Int
  private let host: String

  /// What one answer is, as far as it has come. The next request begins with a new one: the file is finished
  /// by nothing but what its own answer says.
  private struct Answer {
    var isFile = false
    /// The server would go on with something else than we have.
    var isUnfit = false
    /// Where the next byte goes; what is before it was there or is waiting.
    var end: Int64 = 0
    var total: Int64?
    /// The answer is the file from its start, and what was there is to be forgotten first.
    var emptying: (isWanted: Bool, tag: String?) = (false, nil)
    /// The body of an answer that is not the file.
    var elsewhere: [UInt8] = []
  }

  private var answer = Answer()
  private var waiting: [UInt8] = []
  private var writer: Task<Void, Never>?
  private var isFull = false
  private var failure: HTTPError?
  private var isLeft = false

  /// What an earlier try left and this one goes on with.
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
    maximum = request.maxBytes
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

  /// The next request asks for all of it.
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
    if let total, total > Int64(maximum) { throw .tooLarge(host, maximum) }
    onBegin?(
      HTTPFileStart(
        offset: offset, total: total, isRestart: offset == 0 && file.size > 0,
        contentType: head.headers["Content-Type"]))
  }

  /// How long the file is of which this answer is the rest. One that does not say so may end anywhere.
  private func totalOfRest(_ head: ResponseHead) throws(HTTPError) -> Int64 {
    let range = head.headers["Content-Range"].flatMap { ContentRange($0) }
    guard offset > 0, range?.first == offset, let total = range?.total else {
      answer.isUnfit = true
      throw HTTPError(.other, host: host, "the server sends another part than it was asked for")
    }
    if let expected, expected != total {
      answer.isUnfit = true
      throw HTTPError(.other, host: host, "the file has \(total) bytes, and had \(expected)")
    }
    return total
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> BodySinkAnswer {
    guard answer.isFile else {
      answer.elsewhere.append(contentsOf: bytes.prefix(Self.maxOther - answer.elsewhere.count))
      return .taken
    }
    if let failure { throw failure }
    guard Int64(bytes.count) <= Int64(maximum) - answer.end else { throw .tooLarge(host, maximum) }
    // What is larger than the bound itself must get through too.
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
      guard range?.total == offset, expected ?? offset == offset else {
        answer.isUnfit = true
        return false
      }
      // All of it was there already.
      answer.end = offset
    } else {
      // Without a body nothing has begun yet.
      if !answer.isFile { try begin(head) }
      guard answer.isFile else { return false }
      if answer.emptying.isWanted, writer == nil { writer = LoopTask.start { await self.write() } }
    }
    while let writer { await writer.value }
    if let failure { throw failure }
    if let total, answer.end != total { throw HTTPError(.reset, host: host, "the body is cut short") }
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
    let isOfUse = answer.isFile ? answer.end > 0 && tag != nil : file.size > 0 && file.tag != nil
    await EventLoop.offload { file.leave(keeping: isOfUse && error != .tooLarge) }
  }

  /// A weak ETag says nothing about bytes.
  private static func tag(_ head: ResponseHead) -> String? {
    if let tag = head.headers["ETag"], tag.hasPrefix("\"") { return tag }
    return head.headers["Last-Modified"]
  }
}
