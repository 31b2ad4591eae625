#if canImport(Glibc)
  package import Glibc
#else
  package import Musl
#endif

package enum FolderEntry {
  /// The name of what readdir(3) returned. It is as long as its `d_reclen` says, mostly shorter than its type:
  /// copying its name as the type has it would read what is behind.
  package static func name(_ entry: UnsafeMutablePointer<dirent>) -> String {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
    return String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
  }
}
