import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources

/// Updates the catalogue each week, if the setting `catalogue.update` says so, but not over a connection that is
/// metered, nor on battery. Until an update is due, this is one timer; without the setting, nothing.
@LoopActor
final class CatalogueUpdates {
  private let imports: CatalogueImports
  private let titles: any TitleService
  private let clock: WallClock
  private let logger: Logger
  private var schedule: UpdateSchedule
  /// Nil: updates are by hand only.
  private var timer: WallTimer?
  private var updating: Task<Void, Never>?
  private var isClosed = false
  /// A test may replace it.
  var conditions: @LoopActor () async -> TransferConditions

  /// A connection may become metered while it is in use.
  var watchInterval: Duration = .seconds(60)

  init(
    _ imports: CatalogueImports, _ titles: any TitleService, _ clock: WallClock, _ bus: SystemBus,
    logger: Logger
  ) {
    (self.imports, self.titles, self.clock, self.logger) = (imports, titles, clock, logger)
    let spread = Duration.seconds(Int64.random(in: 0...UpdateSchedule.maxSpread.components.seconds))
    schedule = UpdateSchedule(startedAt: clock.now(), spread: spread)
    conditions = { await TransferConditions.query(bus) }
  }

  /// - Parameter isWeekly: the setting.
  func use(isWeekly: Bool) {
    guard isWeekly != (timer != nil), !isClosed else { return }
    timer?.close()
    timer = isWeekly ? WallTimer() : nil
    arm()
  }

  /// The next update, for `status`.
  func describe(_ status: inout CatalogueStatus) {
    // While the catalogue is being opened, the day of its export is unknown.
    guard timer != nil, updating == nil, status.isOpen else { return }
    status.nextUpdateAt = max(schedule.next(after: status.exportDay), clock.now())
    status.updateReason = schedule.reason(after: status.exportDay, at: clock.now())
  }

  /// An update that has begun is a task of the server, which ends those.
  func close() {
    isClosed = true
    timer?.close()
    timer = nil
    updating?.cancel()
  }

  func end() async { await updating?.value }

  func arm() {
    timer?.start(at: schedule.next(after: titles.catalogue.exportDay)) { [weak self] in self?.ring() }
  }

  /// The time has come, or the clock was set, as when the machine wakes from sleep.
  func ring() {
    schedule.clockWasRead(at: clock.now())
    // The end of either arms the timer.
    guard timer != nil, updating == nil, !imports.isBusy else { return }
    updating = LoopTask.start {
      await self.updateIfDue()
      self.updating = nil
      self.arm()
    }
  }

  private func updateIfDue() async {
    // Before that, the day of what has been imported is unknown.
    await titles.catalogueIsOpen()
    guard schedule.isDue(after: titles.catalogue.exportDay, at: clock.now()) else { return }
    let conditions = await conditions()
    guard timer != nil else { return }
    if let obstacle = conditions.obstacle { return isBlocked(by: obstacle) }
    guard let run = try? imports.begin(CatalogueUpdateMethod.method.name) else { return }
    logger.info("weekly update of the catalogue begins", metadata: conditions.metadata)
    let watching = watch(run)
    let failure: RPCError?
    do throws(RPCError) {
      _ = try await imports.update(run)
      failure = nil
    } catch {
      failure = error
    }
    watching.cancel()
    let obstacle = await watching.value
    imports.end(run)
    guard let failure else { return schedule.hasEnded(at: clock.now()) }
    if failure.kind == .cancelled, let obstacle { return isBlocked(by: obstacle) }
    hasFailed(failure)
  }

  /// Cancels a transfer when it is no longer the moment for it. What it has fetched is continued later.
  private func watch(_ run: CatalogueImports.Run) -> Task<CatalogueStatus.UpdateReason?, Never> {
    LoopTask.start {
      while (try? await EventLoop.sleep(for: self.watchInterval)) != nil, run.isFetching {
        guard let obstacle = await self.conditions().obstacle else { continue }
        run.cancel()
        return obstacle
      }
      return nil
    }
  }

  private func isBlocked(by reason: CatalogueStatus.UpdateReason) {
    let isNew = schedule.reason(after: titles.catalogue.exportDay, at: clock.now()) != reason
    schedule.isBlocked(by: reason, at: clock.now())
    guard isNew else { return }
    logger.info("weekly update of the catalogue waits", metadata: ["reason": "\(reason.rawValue)"])
  }

  private func hasFailed(_ failure: RPCError) {
    guard failure.kind != .cancelled else { return schedule.hasEnded(at: clock.now()) }
    let isOffline = failure.reason == .network
    schedule.hasFailed(isOffline ? .offline : .failed, at: clock.now())
    logger.log(
      level: isOffline ? .info : .warning, "weekly update of the catalogue failed",
      metadata: ["reason": "\(failure.message)"])
  }
}
