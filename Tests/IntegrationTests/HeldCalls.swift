import Glibc
import TestSupport

/// Holds up system calls of a daemon, as a slow disk or the server of a network drive that is gone does: a
/// library, loaded before all others, in which a call on a path waits for as long as a file is there.
struct HeldCalls {
  enum Call: String {
    /// fsync too.
    case fdatasync
    case lstat, statvfs, open, mkdir, write
  }

  /// For the daemon.
  let environment: [String: String]
  private let folder: TemporaryFolder

  /// - Parameter path: calls on what is in this folder, and on itself, can be held.
  init(on path: String) throws {
    folder = try TemporaryFolder()
    let (source, library) = (folder.path + "/held.c", folder.path + "/held.so")
    try TemporaryFolder.write(Self.source, to: source)
    let compiler = try Program.run("cc", ["-shared", "-fPIC", "-O1", "-o", library, source])
    guard compiler.status == 0 else { throw Program.Fault(description: compiler.errors) }
    environment = ["LD_PRELOAD": library, "HELD_BY": folder.path, "HELD_PATH": path]
  }

  /// From now on such calls do not return.
  func hold(_ call: Call) throws { try TemporaryFolder.write("", to: file(call)) }

  func release(_ call: Call) { unlink(file(call)) }

  /// One of those that are held up returns.
  func releaseOne(_ call: Call) throws { try TemporaryFolder.write("", to: file(call) + ".pass") }

  /// Waits until so many calls were held up so far.
  func expectHeld(_ call: Call, count: Int = 1) throws {
    try Wait.until("a \(call) waits") { waiting(call) >= count }
  }

  /// How many such calls were held up so far.
  func waiting(_ call: Call) -> Int { TemporaryFolder.read(file(call) + ".waiting").utf8.count }

  /// How many such calls were made, held up or not.
  func count(_ call: Call) -> Int { TemporaryFolder.read(file(call) + ".count").utf8.count }

  private func file(_ call: Call) -> String { folder.path + "/" + call.rawValue }

  private static let source = #"""
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <sys/statvfs.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static void note(const char *call, const char *suffix) {
      char path[4096];
      snprintf(path, sizeof path, "%s/%s.%s", getenv("HELD_BY"), call, suffix);
      int file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
      if (file < 0) return;
      if (syscall(SYS_write, file, "x", 1) != 1) abort();
      close(file);
    }

    static void wait_for(const char *call, const char *path) {
      const char *held = getenv("HELD_PATH"), *by = getenv("HELD_BY");
      if (!held || !by || !path || strncmp(path, held, strlen(held))) return;
      note(call, "count");
      char file[4096];
      snprintf(file, sizeof file, "%s/%s", by, call);
      if (syscall(SYS_faccessat, AT_FDCWD, file, F_OK)) return;
      note(call, "waiting");
      char pass[4200];
      snprintf(pass, sizeof pass, "%s.pass", file);
      while (!syscall(SYS_faccessat, AT_FDCWD, file, F_OK) && syscall(SYS_unlinkat, AT_FDCWD, pass, 0)) usleep(1000);
    }

    static void wait_for_file(const char *call, int descriptor) {
      char link[64], path[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
      ssize_t length = readlink(link, path, sizeof path - 1);
      if (length < 0) return;
      path[length] = 0;
      wait_for(call, path);
    }

    #define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

    int fdatasync(int file) { wait_for_file("fdatasync", file); return REAL(fdatasync)(file); }
    int fsync(int file) { wait_for_file("fdatasync", file); return REAL(fsync)(file); }
    ssize_t write(int file, const void *bytes, size_t count) {
      wait_for_file("write", file);
      return syscall(SYS_write, file, bytes, count);
    }
    int lstat(const char *path, struct stat *into) { wait_for("lstat", path); return REAL(lstat)(path, into); }
    int lstat64(const char *path, struct stat64 *into) { wait_for("lstat", path); return REAL(lstat64)(path, into); }
    int stat(const char *path, struct stat *into) { wait_for("lstat", path); return REAL(stat)(path, into); }
    int stat64(const char *path, struct stat64 *into) { wait_for("lstat", path); return REAL(stat64)(path, into); }
    int statvfs(const char *path, struct statvfs *into) { wait_for("statvfs", path); return REAL(statvfs)(path, into); }
    int statvfs64(const char *path, struct statvfs64 *into) {
      wait_for("statvfs", path);
      return REAL(statvfs64)(path, into);
    }
    int mkdir(const char *path, mode_t mode) { wait_for("mkdir", path); return REAL(mkdir)(path, mode); }

    #define MODE mode_t mode = 0; \
      if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

    int open(const char *path, int flags, ...) { MODE wait_for("open", path); return REAL(open)(path, flags, mode); }
    int open64(const char *path, int flags, ...) { MODE wait_for("open", path); return REAL(open64)(path, flags, mode); }
    """#
}
