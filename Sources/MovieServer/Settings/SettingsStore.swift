package import EventLoop
import JSONRPC
package import Logging
import MovieProtocol
package import MovieStore

/// The settings in force and as clients see them, and the way they are changed.
///
/// Until the library has been read, file and environment alone count. A library that cannot be read leaves it
/// at that: the daemon goes on, and changes say what is wrong.
@LoopActor
package final class SettingsStore {
  package private(set) var current: Settings
  /// Grows with each change of what is in force or shown.
  package private(set) var revision = 1
  /// Called after a change was stored and before its reply is queued: whoever listens must only mark.
  package var onChange: (@LoopActor () -> Void)?
  let surroundings: SettingsSurroundings

  private let library: Library
  private var layers = SettingLayers()
  private var standings: [SettingLayers.Standing]
  private var kept: [UInt8]?
  private let logger: Logger
  /// The library has been read, or could not be.
  private(set) var isReady = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var lastFault: LibraryError?
  private var unused: [String] = []

  /// The one profile there is.
  private static let profile = "default"

  package init(
    library: Library, configuration: Configuration, surroundings: SettingsSurroundings, logger: Logger
  ) {
    self.library = library
    self.surroundings = surroundings
    self.logger = logger
    layers.defaults = surroundings.defaults
    layers.environment = surroundings.fixed
    layers.file = configuration.values
    standings = layers.standings
    current = Settings(layers)
    for variable in surroundings.unusable {
      logger.warning("a variable is not used: it holds no key", metadata: ["variable": "\(variable)"])
    }
    // The first call of the library: all others come after it.
    LoopTask.start { await self.read() }
  }

  /// Returns when the library has been read, or could not be.
  package func ready() async {
    if isReady { return }
    await withCheckedContinuation { continuation in
      // It may have been read since: entering a continuation can leave the loop for a moment.
      if isReady { continuation.resume() } else { waiting.append(continuation) }
    }
  }

  /// The result of `settings`.
  package func encoded() -> [UInt8] {
    if let kept { return kept }
    let bytes = layers.encoded()
    kept = bytes
    return bytes
  }

  /// What the file says now.
  func use(_ configuration: Configuration) {
    layers.file = configuration.values
    settle()
  }

  /// Changes all or nothing; when this returns, it is on the disk. The library's thread keeps the order of
  /// the calls, so each reply shows its own change and none that came later.
  func make(_ change: SettingsChange) async throws(LibraryError) -> [UInt8] {
    let stored: [StoredSetting]
    do {
      stored = try await library.change(
        change.changes.map { setting, value in
          StoredSetting(
            profile: Self.profile(of: setting), name: setting.name, value: value?.json.text())
        })
    } catch {
      report(error)
      throw error
    }
    take(stored)
    return encoded()
  }

  /// After the last change.
  package func end() async {
    await library.close()
  }

  private func read() async {
    do {
      take(try await library.settings())
    } catch {
      report(error)
    }
    isReady = true
    let ready = waiting
    waiting = []
    for one in ready { one.resume() }
  }

  private func take(_ stored: [StoredSetting]) {
    lastFault = nil
    var (values, unused): ([String: ArgumentValue], [String]) = ([:], [])
    for row in stored where row.profile.isEmpty || row.profile == Self.profile {
      if let value = Self.value(of: row) { values[row.name] = value } else { unused.append(row.name) }
    }
    layers.library = values
    if unused != self.unused, !unused.isEmpty {
      logger.warning(
        "settings in the library are not used: this version does not know them",
        metadata: ["names": "\(unused.map { Spelling.shortened($0) }.joined(separator: ", "))"])
    }
    self.unused = unused
    settle()
  }

  private func settle() {
    let standings = layers.standings
    guard standings != self.standings else { return }
    self.standings = standings
    current = Settings(layers)
    kept = nil
    revision += 1
    onChange?()
  }

  /// Once a fault, not once a change.
  private func report(_ fault: LibraryError) {
    guard fault != lastFault else { return }
    lastFault = fault
    logger.error("the library cannot be used, and stays as it is: \(fault)")
  }

  private static func profile(of setting: Setting) -> String {
    setting.permission == .profile ? profile : ""
  }

  /// Nil where another version has put it there.
  private static func value(of row: StoredSetting) -> ArgumentValue? {
    guard let setting = Setting.named(row.name), setting.permission != .fileOnly,
      profile(of: setting) == row.profile, let text = row.value, let json = try? JSONValue(parsing: text)
    else { return nil }
    return setting.type.check(json)
  }
}
