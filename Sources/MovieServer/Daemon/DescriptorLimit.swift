import Glibc

/// Every connection needs a descriptor, and many systems give a process 1,024.
enum DescriptorLimit {
  /// Raises the soft limit as far as the hard one allows, if `connections` and the daemon's own files need
  /// it.
  static func raise(for connections: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = rlim_t(connections + 128)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
