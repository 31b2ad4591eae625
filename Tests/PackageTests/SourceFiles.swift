import Foundation
import TestSupport

/// The files of the checkout.
enum SourceFiles {
  static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  static func swift(under folder: String) -> [String] {
    let path = root + "/" + folder
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { path + "/" + $0 }
  }

  /// Markdown files, by their paths in the checkout.
  static func pages(under folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { folder + "/" + $0 }
  }

  static func folders(under folder: String) -> [String] {
    let path = root + "/" + folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      let type = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.type]
      return type as? FileAttributeType == .typeDirectory
    }.sorted()
  }

  static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
