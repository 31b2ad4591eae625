import EventLoop
import Glibc
import JSONRPC
import MovieProtocol
import MovieStore

/// One try at fetching a trailer, with the program that the user has configured.
///
/// If the daemon is killed, the program must not run on for long: see ``ProgramRun``. And it holds a lock by its
/// standard input, so that the next daemon waits for it.
@LoopActor
final class ExternalDownloader {
  private let order: FileFetch.Order
  private let command: [String]
  private let environment: [String]
  private let program = ProgramRun()
  private var refusal: DownloadQueue.JobError?
  private var lastWords = ""
  private var progress = ExternalDownloaderProgress()

  var onProgress: (@LoopActor (Int64, Int64?) -> Void)?

  /// - Parameters:
  ///   - order: with the URL of a page.
  ///   - environment: `NAME=value`.
  init(_ order: FileFetch.Order, command: [String], environment: [String]) {
    (self.order, self.command, self.environment) = (order, command, environment)
  }

  /// - Throws: once the program has ended.
  func run() async throws(CancellationError) -> DownloadQueue.End {
    let order = order
    let lock: CInt
    switch await openWorkshop() {
    case .success(let descriptor): lock = descriptor
    case .failure(let failure): return .failed(failure)
    }
    defer { close(lock) }
    do throws(LaneError) {
      if let end = try await order.folder.lane.call({ order.existing() }) { return end }
    } catch {
      return .failed(.init(error))
    }
    guard !Task.isCancelled else { throw CancellationError() }
    if let refusal { return .failed(refusal) }
    let exit: ChildProcess.Exit
    do {
      exit = try await runProgram(lock)
    } catch {
      let isMissing = error.code == -ENOENT || error.code == -EACCES
      return .failed(
        .init(isMissing ? .notAvailable : .internalError, .downloaderNotStarted("\(error)"), isFinal: true))
    }
    if let refusal { return .failed(refusal) }
    if program.isEnding { throw CancellationError() }
    guard exit == .init(status: 0, signal: 0) else { return .failed(failure(exit)) }
    let words = lastWords
    return await order.call { $0.moveFromWorkshop(words) }
  }

  private func openWorkshop() async -> Result<CInt, DownloadQueue.JobError> {
    let order = order
    do throws(LaneError) {
      return try await order.folder.lane.call {
        if case .success(let descriptor)? = $0 { close(descriptor) }
      } _: {
        order.openWorkshop()
      }
    } catch {
      return .failure(.init(error))
    }
  }

  /// Ends it, with this as the reason.
  func refuse(_ failure: DownloadQueue.JobError) {
    guard refusal == nil else { return }
    refusal = failure
    program.end()
  }

  private func runProgram(_ lock: CInt) async throws(UVError) -> ChildProcess.Exit {
    let output = try ChildOutput { [unowned self] in took($0) }
    defer { output.end() }
    let errors = try ChildOutput { [unowned self] in lastWords = $0 }
    defer { errors.end() }
    let words = ExternalDownloaderArguments(
      command: command, url: order.url, workshop: order.workshop, maxBytes: order.maxBytes
    ).words
    return try await program.exit(
      of: words, environment: environment, directory: order.workshop, input: .inherit(lock), output: output,
      errors: errors)
  }

  private func took(_ line: String) {
    guard let said = ExternalDownloaderArguments.Progress(line) else {
      lastWords = line
      return
    }
    let (bytes, total) = progress.add(said)
    guard bytes <= Int64(order.maxBytes) else {
      return refuse(
        .init(.limitExceeded, .trailerTooLarge(MessageBytes(order.maxBytes)), isFinal: true))
    }
    onProgress?(bytes, total)
  }

  private func failure(_ exit: ChildProcess.Exit) -> DownloadQueue.JobError {
    let program = command.first ?? "downloads.command"
    let isOutage = ExternalDownloaderArguments.indicatesOutage(lastWords)
    return .init(
      .upstreamUnavailable, Self.message(program, exit, String(lastWords.prefix(500))),
      // Another trailer may still be there.
      isGone: ExternalDownloaderArguments.indicatesAbsence(lastWords), isOutage: isOutage)
  }
}

extension ExternalDownloader {
  private static func message(_ program: String, _ exit: ChildProcess.Exit, _ words: String) -> Message {
    switch (exit.signal != 0, words.isEmpty) {
    case (true, true): .downloaderKilled(program, Int(exit.signal))
    case (true, false): .downloaderKilledSaying(program, Int(exit.signal), words)
    case (false, true): .downloaderEnded(program, Int(exit.status))
    case (false, false): .downloaderEndedSaying(program, Int(exit.status), words)
    }
  }
}

// Off the loop.
extension FileFetch.Order {
  fileprivate var workshop: String { folder.workshop(job.key, kind) }

  /// Makes its folder, and returns a descriptor that holds the lock on it.
  fileprivate func openWorkshop() -> Result<CInt, DownloadQueue.JobError> {
    if let failure = prepare() { return .failure(failure) }
    do throws(SystemError) {
      try DurableFile.makeFolder(workshop)
      let path = folder.lock(job.key, kind)
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw SystemError("open", path) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return .failure(
          .init(.conflict, .downloaderOfEarlierDaemon, isBusy: true))
      }
      return .success(descriptor)
    } catch {
      return .failure(.init(.storageError, .storageFailed("\(error)"), isFinal: true))
    }
  }

  /// The largest file in the workshop becomes the asset, and the rest is removed.
  fileprivate func moveFromWorkshop(_ words: String) -> DownloadQueue.End {
    let unfinished = [".part", ".ytdl", ".temp"]
    let files = DurableFile.names(in: workshop, followsLink: false).filter { name in
      !unfinished.contains { name.hasSuffix($0) }
    }
    .compactMap { name in DownloadFolder.size("\(workshop)/\(name)").map { (name: name, size: $0) } }
    guard let made = files.max(by: { $0.size < $1.size }) else {
      return .failed(
        .init(
          .upstreamUnavailable,
          words.isEmpty ? .downloaderWroteNothing : .downloaderWroteNothingSaying(String(words.prefix(500))),
          isFinal: true))
    }
    guard made.size <= Int64(maxBytes) else {
      return .failed(
        .init(.limitExceeded, .trailerTooLarge(MessageBytes(maxBytes)), isFinal: true))
    }
    do throws(SystemError) {
      let path = "\(workshop)/\(made.name)"
      try DurableFile.sync(path)
      try DurableFile.rename(path, to: file)
      try DownloadFolder.empty(workshop)
      rmdir(workshop)
      unlink(folder.lock(job.key, kind))
    } catch {
      return .failed(.init(.storageError, .storageFailed("\(error)"), isFinal: true))
    }
    return check()
  }
}
