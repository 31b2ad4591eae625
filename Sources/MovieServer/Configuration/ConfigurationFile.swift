import Glibc
import MovieProtocol
import TOMLKit

/// Reads config.toml (https://toml.io/en/v1.0.0). Whatever is wrong with it is one sentence that names the
/// file, the line and what would be right; nothing is taken from a file that has a mistake.
package enum ConfigurationFile {
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// A configuration larger than this is not one.
  private static let maximumBytes = 1 << 20

  /// - Parameter isRequired: somebody named this file, so it must be there.
  package static func read(_ path: String, isRequired: Bool) throws(Fault) -> Configuration {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.read(path, atMost: maximumBytes)
    } catch {
      if error.code == ENOENT, !isRequired { return Configuration() }
      throw Fault(description: "\(path): cannot be read: \(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(description: "\(path): is not UTF-8")
    }
    return try parse(text, path: path)
  }

  package static func parse(_ text: String, path: String) throws(Fault) -> Configuration {
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw Fault(description: "\(path):\(error.source.begin.line): \(oneLine(error.description))")
    } catch {
      throw Fault(description: "\(path): \(error)")
    }
    var configuration = Configuration()
    for key in table.keys {
      if let section = table[key]?.table {
        // An empty one would pass, however it is spelled.
        if section.keys.isEmpty, !ConfigurationKey.all.contains(where: { $0.name.hasPrefix(key + ".") }) {
          try set(key, table[key], in: &configuration, text, path)
        }
        for name in section.keys {
          try set("\(key).\(name)", section[name], in: &configuration, text, path)
        }
      } else {
        try set(key, table[key], in: &configuration, text, path)
      }
    }
    return configuration
  }

  private static func set(
    _ name: String, _ value: (any TOMLValueConvertible)?, in configuration: inout Configuration,
    _ text: String,
    _ path: String
  ) throws(Fault) {
    let place = path + (ConfigurationLines.line(of: name, in: text).map { ":\($0)" } ?? "")
    guard let key = ConfigurationKey.all.first(where: { $0.name == name }) else {
      let near = Spelling.nearest(to: name, among: ConfigurationKey.all.map(\.name))
      throw Fault(
        description: "\(place): there is no setting \(name)" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    guard key.set(&configuration, plain(value)) else {
      throw Fault(description: "\(place): \(name) must be \(key.expected)")
    }
  }

  private static func plain(_ value: (any TOMLValueConvertible)?) -> ConfigurationValue {
    switch value?.type {
    case .string?: value?.string.map { .text($0) } ?? .other
    case .int?: value?.int.map { .integer($0) } ?? .other
    case .bool?: value?.bool.map { .boolean($0) } ?? .other
    default: .other
    }
  }

  /// The parser's words may have line breaks; a fault is one line, for a log or a pipe.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
