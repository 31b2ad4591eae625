import JSONRPC
import MovieProtocol

/// The shared folder, if there is one, and the files of other machines in it.
enum SyncChecks {
  private static let name = "sync"

  static func findings(_ sync: SyncStatus) -> [DoctorFinding] {
    [folder(sync)] + sync.files.compactMap(file)
  }

  private static func folder(_ sync: SyncStatus) -> DoctorFinding {
    let (state, advice): (DoctorFinding.State, Advice?) =
      switch sync.state {
      case .ok: (.ok, nil)
      case .starting: (.note, nil)
      case .away: (.warning, Advice(.syncMount(ShellWord.quoted(sync.folder))))
      case .unreadable, .unwritable: (.problem, Advice(.syncNeedsAccess))
      case .noPassphrase: (.problem, Advice(.syncMakePassphrase))
      case .noLibsodium: (.problem, Advice(.syncInstallLibsodium, .install("libsodium")))
      case .full: (.warning, Advice(.syncRemoveTitles))
      case .recordFull: (.problem, Advice(.syncMoveFiles, .resetSync))
      case .tooManyFiles: (.warning, Advice(.syncDeleteFiles))
      case .failed: (.problem, Advice(.seeLog))
      }
    return DoctorFinding(name, state, sync.facts, advice)
  }

  /// Nil if there is nothing to report.
  private static func file(_ file: SyncFileStatus) -> DoctorFinding? {
    let path = file.name + (file.deviceName.map { " (\($0))" } ?? "")
    func finding(
      _ message: Message, _ hint: Message, _ state: DoctorFinding.State = .warning,
      _ remedy: Remedy? = nil
    ) -> DoctorFinding {
      DoctorFinding(name, state, message, Advice(hint, remedy))
    }
    switch file.state {
    case .ok: return nil
    case .damaged: return finding(.syncFileDamaged(path), .syncRewrite)
    case .ahead: return finding(.syncFileAhead(path), .syncCompareClocks)
    case .forgotten: return finding(.syncFileForgotten(path), .syncDeleteOld, .note)
    case .newer: return finding(.syncFileNewer(path), .syncInstallSame, .problem)
    case .full: return finding(.syncFileFull(path), .syncMoveFile, .warning, .resetSync)
    case .unencrypted: return finding(.syncFilePlain(path), .syncEncryptThere)
    case .encrypted: return finding(.syncFileEncrypted(path), .syncEncryptHere)
    case .waiting: return finding(.syncFileWaits(path), .syncLookAgain, .note)
    case .otherPassphrase: return finding(.syncFileOther(path), .syncCopyPassphrase)
    case .notAJournal: return finding(.syncFileForeign(path), .syncMoveForeign)
    case .tooLarge, .unreadable: return finding(.syncFileUnreadable(path), .syncCheckSize)
    case .badName: return finding(.syncFileName(path), .syncRename)
    }
  }
}
