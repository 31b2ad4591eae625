import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol
import MovieStore
import MovieSources

/// One try at fetching an asset over HTTP.
@LoopActor
final class FileFetch {
  /// The asset to fetch, and its limits.
  struct Order: Sendable {
    var job: DownloadQueue.Job
    var url: String
    var folder: DownloadFolder
    /// The maximum size of a file.
    var maxBytes: Int
    /// Bytes to leave free on the disk.
    var reserve: Int64

    var kind: Download.Asset.Kind { job.kind }
    var file: String { folder.file(job.key, job.kind) }
    var host: String { DownloadQueue.host(of: url) }
  }

  /// A larger picture cannot be one to display.
  private static let maxPicture = 32 << 20
  /// A transfer that receives nothing for 30 s ends long before.
  private static let timeout: Duration = .seconds(7 * 86_400)

  private let order: Order
  private let client: HTTPClient
  private var sending: Task<Result<HTTPResponse, any Error>, Never>?
  /// The reason for which it was ended from here.
  private var refusal: DownloadQueue.JobError?

  /// The body begins.
  var onBegin: (@LoopActor (HTTPFileStart) -> Void)?
  var onProgress: (@LoopActor (Int64, Int64?) -> Void)?

  init(_ order: Order, _ client: HTTPClient) { (self.order, self.client) = (order, client) }

  /// - Throws: once no part of it is running any more.
  func run() async throws(CancellationError) -> DownloadQueue.End {
    let order = order
    if let end = await order.begin() { return end }
    if let refusal { return .failed(refusal) }
    switch await send() {
    case .success(let response):
      guard response.isFile else { return .failed(.init(response)) }
      return await order.call { $0.check() }
    case .failure(let error):
      if let refusal { return .failed(refusal) }
      if error is CancellationError { throw CancellationError() }
      return .failed(.init(error))
    }
  }

  /// Ends it, with this as the reason.
  func refuse(_ failure: DownloadQueue.JobError) {
    guard refusal == nil else { return }
    refusal = failure
    sending?.cancel()
  }

  private func send() async -> Result<HTTPResponse, any Error> {
    let isPicture = order.kind.isPicture
    var request = HTTPRequest(order.url, headers: [HTTPHeader("Accept", isPicture ? "image/*" : "*/*")])
    request.destination = .file(order.file, resume: true)
    request.lane = order.folder.lane
    (request.timeout, request.connectTimeout) = (Self.timeout, .seconds(5))
    request.maxBytes = isPicture ? min(order.maxBytes, Self.maxPicture) : order.maxBytes
    request.expectedBytes = order.job.totalBytes
    request.onBegin = { [weak self] in self?.begins($0) }
    request.onProgress = { [weak self] in self?.onProgress?($0, $1) }
    let sending = client.start(request)
    self.sending = sending
    return await withTaskCancellationHandler {
      await sending.value
    } onCancel: {
      sending.cancel()
    }
  }

  private func begins(_ start: HTTPFileStart) {
    onBegin?(start)
    if start.contentType?.lowercased().hasPrefix("text/") == true {
      return refuse(order.wrongFile(.sentText(order.host, order.kind.rawValue)))
    }
    guard let total = start.total else { return }
    let (folder, reserve, missing) = (order.folder, order.reserve, total - start.offset)
    // Off the loop, and so in parallel with the transfer.
    LoopTask.start { [self] in
      if let failure = try? await folder.lane.call({ folder.lackOfRoom(for: missing, reserve) }) {
        refuse(failure)
      }
    }
  }
}

extension FileFetch.Order {
  func call(
    _ work: @escaping @Sendable (FileFetch.Order) -> DownloadQueue.End
  ) async -> DownloadQueue.End {
    do throws(LaneError) {
      return try await folder.lane.call { work(self) }
    } catch {
      return .failed(.init(error))
    }
  }

  /// Nil: it is to be fetched. It may already be complete, if the daemon was killed before that was recorded.
  fileprivate func begin() async -> DownloadQueue.End? {
    do throws(LaneError) {
      if let failure = try await folder.lane.call({ prepare() }) { return .failed(failure) }
      return try await folder.lane.call { existing() }
    } catch {
      return .failed(.init(error))
    }
  }
}

// Off the loop.
extension FileFetch.Order {
  /// Makes its folder, and checks whether there is room for the remaining bytes.
  func prepare() -> DownloadQueue.JobError? {
    do throws(SystemError) {
      try folder.make(job.key)
    } catch {
      return .init(.storageError, .storageFailed("\(error)"), isFinal: true)
    }
    return folder.lackOfRoom(for: max(0, (job.totalBytes ?? 0) - job.bytes), reserve)
  }

  /// Nil: there is none.
  func existing() -> DownloadQueue.End? {
    guard DownloadFolder.size(file) != nil, case .done(let bytes, let type) = check() else { return nil }
    return .done(bytes: bytes, contentType: type)
  }

  /// Checks the type of the file, and removes it if it is wrong.
  func check() -> DownloadQueue.End {
    do throws(SystemError) {
      let beginning = try DownloadFolder.beginning(file)
      if let type = ContentType.of(beginning, kind), let size = DownloadFolder.size(file) {
        return .done(bytes: size, contentType: type)
      }
      try folder.remove(job.key, kind)
      return .failed(
        wrongFile(
          kind.isPicture ? .sentNoPicture(host, kind.rawValue) : .sentNoFilm(host, kind.rawValue)))
    } catch {
      return .failed(.init(.storageError, .storageFailed("\(error)"), isFinal: true))
    }
  }

  fileprivate func wrongFile(_ message: Message) -> DownloadQueue.JobError {
    .init(.upstreamUnavailable, message, isGone: true)
  }
}

extension DownloadFolder {
  /// Nil: there is room for this many bytes, with the reserve left free.
  func lackOfRoom(for bytes: Int64, _ reserve: Int64) -> DownloadQueue.JobError? {
    guard let room = room() else { return nil }
    let free = max(0, room - reserve)
    guard free < bytes || free == 0 else { return nil }
    return .init(
      .storageError,
      bytes > 0
        ? .notEnoughRoom(path, MessageBytes(Int(free)), MessageBytes(Int(bytes)))
        : .tooLittleRoom(path, MessageBytes(Int(reserve))),
      isFinal: true)
  }
}

extension DownloadQueue.JobError {
  init(_ error: LaneError) {
    self.init(.storageError, .unresponsive(.resource(error.resource)), isFinal: true)
  }

  /// The meaning of a status other than success.
  fileprivate init(_ response: HTTPResponse) {
    let message = Message.serverReturned(response.status)
    switch response.status {
    case 404, 410: self.init(.notFound, message, isFinal: true, isGone: true)
    // The address may have been temporary; it is looked up again.
    case 401, 403: self.init(.upstreamUnavailable, message, isGone: true)
    case 429: self.init(.rateLimited, message)
    case 400..<500: self.init(.upstreamUnavailable, message, isFinal: true)
    default: self.init(.upstreamUnavailable, message)
    }
    retryAfter = response.retryAfter ?? .zero
  }

  fileprivate init(_ error: any Error) {
    guard let error = error as? HTTPError else {
      self.init(.internalError, .words("\(error)"), isFinal: true)
      return
    }
    switch error.kind {
    case .file: self.init(.storageError, .storageFailed(error.detail), isFinal: true)
    case .tooLarge: self.init(.limitExceeded, .words("\(error)"), isFinal: true)
    case .invalidURL, .redirect: self.init(.upstreamUnavailable, .words("\(error)"), isFinal: true)
    case .unsupported: self.init(.notAvailable, .words("\(error)"), isFinal: true)
    // An unknown certificate is more often that of a network that requires a login than the server's.
    case .resolve, .connect, .proxy, .timeout, .tls:
      self.init(.upstreamUnavailable, .noConnection("\(error)"), isOutage: true)
    default: self.init(.upstreamUnavailable, .words("\(error)"))
    }
  }
}
