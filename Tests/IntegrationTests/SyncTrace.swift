import TestSupport

/// What a daemon wrote and synced before it answered, from the trace of its system calls.
enum SyncTrace {
  /// A shell's words that have a program traced to that file.
  static func shell(to path: String) -> String {
    "exec strace -f -y -s 40 -e trace=write,writev,sendmsg,sendto,pwrite64,fsync,fdatasync -o \(path) "
      + "\"$0\" \"$@\""
  }

  /// For each reply with the id 1, in their order: whether the library's log was written since the one before,
  /// and synced after that.
  static func replies(in path: String) -> [Bool] {
    var (isWritten, isSyncing, isSynced, replies): (Bool, Bool, Bool, [Bool]) = (false, false, false, [])
    for line in TemporaryFolder.read(path).split(separator: "\n") {
      if line.contains("pwrite64(") && line.contains("library.sqlite-wal") {
        (isWritten, isSynced) = (true, false)
      } else if line.contains("sync(") && line.contains("library.sqlite-wal") {
        // Where another thread's call comes between, it has ended only with a line of its own.
        isSyncing = line.contains("<unfinished")
        isSynced = isWritten && !isSyncing
      } else if line.contains("sync resumed>"), isSyncing {
        (isSyncing, isSynced) = (false, isWritten)
      } else if line.contains(#"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\""#) {
        replies.append(isWritten && isSynced)
        (isWritten, isSynced) = (false, false)
      }
    }
    return replies
  }
}
