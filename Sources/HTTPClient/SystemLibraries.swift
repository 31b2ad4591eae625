/// The libraries that are loaded when they are needed, and that nearly everything needs.
package enum SystemLibraries {
  /// Those that cannot be loaded: Debian's package, and why. It takes some milliseconds.
  package static func missing() -> [(package: String, reason: String)] {
    var missing: [(package: String, reason: String)] = []
    if let fault = CurlLibrary.fault() { missing.append(("libcurl4", fault)) }
    if !Gunzip.isAvailable { missing.append(("zlib1g", "libz.so.1 cannot be loaded")) }
    return missing
  }
}
