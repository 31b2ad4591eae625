import Glibc
import JSONRPC
import MovieProtocol
import MovieStore
import TOMLKit

/// Reads config.toml (https://toml.io/en/v1.0.0). Any mistake is reported in one sentence that names the
/// file, the line and the correct form; no value is taken from a file with a mistake.
package enum ConfigurationFile {
  package struct ReadError: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// A larger file is not a configuration.
  private static let maxBytes = 1 << 20

  /// - Parameter isRequired: the file was named explicitly, so it must exist.
  package static func read(_ path: String, isRequired: Bool) throws(ReadError) -> Configuration {
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path, atMost: maxBytes)
    } catch {
      if error.code == ENOENT, !isRequired { return Configuration() }
      throw ReadError(description: "\(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ReadError(description: "\(path): not UTF-8; save the file as UTF-8")
    }
    return try parse(text, path: path)
  }

  package static func parse(_ text: String, path: String) throws(ReadError) -> Configuration {
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw ReadError(description: "\(path):\(error.source.begin.line): \(oneLine(error.description))")
    } catch {
      throw ReadError(description: "\(path): \(error)")
    }
    var configuration = Configuration()
    for key in table.keys {
      if let section = table[key]?.table {
        // Otherwise an empty section would pass, however it is spelled.
        if section.keys.isEmpty, !Setting.all.contains(where: { $0.name.hasPrefix(key + ".") }) {
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
  ) throws(ReadError) {
    let place = path + (ConfigurationLines.line(of: name, in: text).map { ":\($0)" } ?? "")
    guard let setting = Setting.named(name) else {
      let names = Setting.all.map(\.name)
      guard Spelling.repeatable(name, among: names) != nil else {
        throw ReadError(description: "\(place): there is no setting of that name; a line is NAME = VALUE")
      }
      let near = Spelling.nearest(to: name, among: names)
      throw ReadError(
        description: "\(place): there is no setting \(name)" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    // Never includes the value, which may be a secret.
    guard let checked = setting.type.check(json(value)) else {
      throw ReadError(description: "\(place): \(name) must be \(setting.type.demand)")
    }
    configuration.set(setting, checked)
  }

  /// TOML distinguishes integers from other numbers, so 20.0 is not an integer here. Values that no setting
  /// can have become null.
  private static func json(_ value: (any TOMLValueConvertible)?) -> JSONValue {
    switch value?.type {
    case .string?: value?.string.map { .string($0) } ?? .null
    case .int?: value?.int.map { .integer($0) } ?? .null
    case .bool?: value?.bool.map { .bool($0) } ?? .null
    case .array?: value?.array.map { .array($0.map { json($0) }) } ?? .null
    default: .null
    }
  }

  /// The parser's message may have line breaks, and quote its input; a fault is one line, for a log or a
  /// pipe.
  private static func oneLine(_ text: String) -> String {
    Spelling.withoutKeys(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
