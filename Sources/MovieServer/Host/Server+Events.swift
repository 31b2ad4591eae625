import EventLoop
import Logging
import MovieProtocol
import MovieSources
import MovieStore

// What an event in one part of the server means for the others, which do not know each other.
extension Server {
  /// Called once, at the end of the initialisation.
  func connectParts() {
    let (downloadsTopic, playerTopic) = (topics.add(.downloads), topics.add(.player(player)))
    let profilesTopic = topics.add(.profiles)
    downloads.onChange = { downloadsTopic.changed($0) }
    player.onChange = { playerTopic.changed($0) }
    tasks.onChange = { [serverTopic] in serverTopic.changed($0) }
    profiles.onSummariesChange = { profilesTopic.changed() }
    // Cached results have `user_state.download` of their titles.
    downloads.onStateChange = { [profiles] in profiles.invalidateCaches() }
    upstreams?.images?.storedElsewhere = { [downloads] in downloads.picture($0) }
    // All others are weak: work that has begun, such as a read of the library, may end after the server has.
    upstreams?.onNetworkChange = { [weak self] in self?.networkChanged() }
    upstreams?.onRecovery = { [weak self] in self?.upstreamIsBack() }
    releases.onChange = { [weak self] in self?.calendarWatch.check() }
    releases.crawler.onEnd = { [weak self] in self?.calendarWatch.check() }
    catalogueImports.onEnd = { [weak self] in self?.catalogueUpdates.importHasEnded() }
    profiles.onSettingsChange = { [weak self] in self?.settingsChanged() }
    profiles.onChange = { [weak self] in self?.sync?.schedule() }
    sync?.onNewTitles = { [weak self] in self?.renewal.begin() }
    profiles.onListsChange = { [weak self] in self?.accounts.listsChanged($0) }
    profiles.onListsMerge = { [weak self] in self?.accounts.listsMerged($0) }
    profiles.onLock = { [weak self] in self?.closeSubscribers(of: $0) }
    profiles.onLoad = { [weak self] in self?.libraryLoaded($0) }
  }

  private func networkChanged() {
    serverTopic.changed()
    calendarWatch.recheck()
    guard titles.status.network == .online else { return }
    downloads.networkIsBack()
    upstreamIsBack()
  }

  private func upstreamIsBack() {
    pending.recheck()
    accounts.recheck()
  }

  private func settingsChanged() {
    let settings = profiles.shared
    useSettings()
    pending.use(Upstreams.Settings(settings))
    player.use(settings)
    calendarWatch.recheck()
    renewal.use(profiles.languages)
  }

  func useSettings() {
    let settings = profiles.shared
    upstreams?.use(Upstreams.Settings(settings))
    downloads.use(Downloads.Setup(settings, limits))
    catalogueImports.exports?.use(address: settings.tmdbExportAddress, proxy: settings.proxy)
    catalogueUpdates.use(isWeekly: settings.updatesCatalogueWeekly)
    sync?.use(folder: settings.syncFolder, passphraseFile: settings.syncPassphraseFile, limits)
  }

  private func libraryLoaded(_ state: LibraryState) {
    beginAgain()
    downloads.load(state.downloads)
    if state.hasPending { pending.begin() }
    sync?.schedule()
    accounts.load(state.accounts)
    renewal.use(profiles.languages)
  }

  /// The initial profile is known now. Before the library is first read, nothing that depends on it was
  /// answered. Afterwards, subscriptions and answers of these connections belong to another profile: they
  /// have to connect again.
  private func beginAgain() {
    let strangers = sessions.filter { $0.profile !== profiles.initial }
    guard profiles.isReady else {
      for session in strangers { session.select(profiles.initial) }
      return
    }
    guard !strangers.isEmpty else { return }
    logger.notice(
      "connections closed: the library is readable now, and the initial profile is another one",
      metadata: ["count": "\(strangers.count)"])
    for session in strangers { session.drain() }
  }

  /// Called for a profile that has been locked: connections that follow its topics have to show the PIN.
  ///
  /// - Parameter requester: stays open without them, so that it can be answered.
  func closeSubscribers(of profile: Profile, besides requester: Session? = nil) {
    for session in sessions where session.profile === profile && session.subscriptions.followProfile {
      guard !session.isAdmitted(to: profile) else { continue }
      if session === requester {
        session.endSubscriptionsToProfile()
      } else {
        session.close(because: "profile was locked")
      }
    }
  }
}
