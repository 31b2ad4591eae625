package import JSONRPC

/// How the shared folder does.
package struct SyncStatus: Sendable, Equatable {
  package enum State: String, JSONScalar, CaseIterable {
    case ok
    /// Not looked at yet.
    case starting
    /// There is no such folder now.
    case away
    case unreadable, unwritable
    /// The file of the passphrase cannot be used.
    case noPassphrase = "no_passphrase"
    /// There is a passphrase, and libsodium is missing.
    case noLibsodium = "no_libsodium"
    /// A list has its maximum.
    case full
    /// The record of all changes has its maximum.
    case recordFull = "record_full"
    case tooManyFiles = "too_many_files"
    /// The library cannot be used.
    case failed
  }

  package var folder: String
  /// Nil: not known yet.
  package var device: String?
  package var state = State.starting
  package var isEncrypted = false
  package var message: Message?
  package var exportedAt: Timestamp?
  package var mergedAt: Timestamp?
  package var files: [SyncFileStatus] = []

  package init(folder: String) { self.folder = folder }
}

extension SyncStatus: JSONObject {
  package static let shape = Shape<Self>("SyncStatus", from: SyncStatus(folder: "")) {
    Member("folder", \.folder, "The setting sync.folder.")
    Member("device", \.device, "This library's name in the folder: movierpc-DEVICE.jsonl is its journal.")
    Member(
      "state", \.state,
      """
      away: there is no such folder now; full: some could not be added. The manual's page about sync has all of \
      them.
      """)
    Member("encrypted", \.isEncrypted, "Whether sync.passphrase_file is set.")
    Member.message(\.facts, "Who shares the folder, or what is wrong with it, in words.")
    Member("exported_at", \.exportedAt, "When a change was last written to the folder.")
    Member("merged_at", \.mergedAt, "When changes of another device were last read.")
    Member("files", \.files, "The journals of other devices.")
  }
}

/// A journal of another device.
package struct SyncFileStatus: Sendable, Equatable {
  package enum State: String, JSONScalar, CaseIterable {
    case ok
    /// Some lines are not whole, and are skipped.
    case damaged
    /// Some changes are more than a day ahead of this machine's clock, and wait.
    case ahead
    /// Its device has written nothing for a year.
    case forgotten
    /// Of a later version of the program.
    case newer
    /// It has more than is taken from one device.
    case full
    /// Not encrypted, and this machine has a passphrase.
    case unencrypted
    /// Encrypted, and this machine has no passphrase.
    case encrypted
    /// Its key is not made yet.
    case waiting
    /// Encrypted with another passphrase than this machine's.
    case otherPassphrase = "other_passphrase"
    case notAJournal = "not_a_journal"
    case tooLarge = "too_large"
    case unreadable
    /// Its name is no UTF-8.
    case badName = "bad_name"
  }

  package var name: String
  package var device: String?
  package var deviceName: String?
  package var state: State
  package var changedAt: Timestamp?

  package init(name: String, state: State) { (self.name, self.state) = (name, state) }
}

extension SyncFileStatus: JSONObject {
  package static let shape = Shape<Self>("SyncFileStatus", from: SyncFileStatus(name: "", state: .ok)) {
    Member("name", \.name, "Name of the file.")
    Member("device", \.device, "The device that writes it; null if that is unknown.")
    Member("device_name", \.deviceName, "The name of its machine.")
    Member(
      "state", \.state,
      """
      damaged: some lines are skipped; ahead: some wait for the clock; encrypted: no passphrase here. The manual's \
      page about sync has all of them.
      """)
    Member("changed_at", \.changedAt, "The time of its last change, by its machine's clock.")
  }
}
