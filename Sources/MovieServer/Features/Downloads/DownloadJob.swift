import JSONRPC
import MovieProtocol

extension DownloadQueue {
  /// One try at one asset.
  struct Job: Equatable, Sendable {
    enum Work: Equatable, Sendable {
      /// Its source is not known yet; one of those that were of no use is the last choice.
      case find(avoiding: [String])
      case fetch(source: String)
    }

    let number: UInt64
    let key: TitleKey
    let kind: Kind
    let work: Work
    /// Bytes stored, as far as is known, and the expected total.
    let bytes: Int64
    let totalBytes: Int64?
  }

  enum Action: Equatable, Sendable {
    case start(Job)
    /// The job's end is still reported to `ended`.
    case stop(UInt64)
  }

  /// How a job ended.
  enum End: Equatable, Sendable {
    case found(source: String)
    case absent
    case done(bytes: Int64, contentType: String)
    case failed(JobError)
    /// It was stopped by an action.
    case stopped
  }

  struct JobError: Error, Equatable, Sendable {
    var fault: Failure
    /// Another try would fail in the same way.
    var isFinal = false
    /// It is no longer at its source.
    var isGone = false
    /// The server was not reached, so it is not to blame.
    var isOutage = false
    /// Another process is at work on it, which ends by itself.
    var isBusy = false
    /// The time for which the server asks to be left alone.
    var retryAfter = Duration.zero
  }
}

extension DownloadQueue.JobError {
  init(
    _ kind: RPCError.Kind, _ message: Message, isFinal: Bool = false, isGone: Bool = false,
    isOutage: Bool = false, isBusy: Bool = false
  ) {
    self.init(
      fault: .init(kind, message), isFinal: isFinal, isGone: isGone, isOutage: isOutage, isBusy: isBusy)
  }
}
