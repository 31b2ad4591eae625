import Glibc

/// Every connection needs a descriptor, and many systems give a process 1,024.
enum DescriptorLimit {
  /// For the daemon itself: databases, transfers, programs that it starts.
  private static let reserve = 128

  /// Raises the soft limit as far as the hard one allows, if `connections` and the daemon itself need it.
  ///
  /// - Returns: how many connections can be served. With more of them there would be no descriptor left to
  ///   accept another one and say so, and none to open a file.
  static func raise(for connections: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
    let wanted = rlim_t(connections + reserve)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    guard limit.rlim_cur < wanted else { return connections }
    let all = Int(limit.rlim_cur)
    return max(all - reserve, all / 4)
  }
}
