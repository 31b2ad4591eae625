package import Glibc

package enum FolderEntry {
  /// The name of what readdir(3) returned. It is as long as its `d_reclen` says, mostly shorter than its type:
  /// copying its name as the type has it would read what is behind.
  package static func name(_ entry: UnsafeMutablePointer<dirent>) -> String {
    String(decoding: bytes(entry), as: UTF8.self)
  }

  /// The same as it is: it need not be UTF-8.
  package static func bytes(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    let name = UnsafeRawPointer(entry) + offset
    return Array(UnsafeRawBufferPointer(start: name, count: strlen(name.assumingMemoryBound(to: CChar.self))))
  }
}
