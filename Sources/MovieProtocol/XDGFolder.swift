/// A folder that a variable names. The [XDG base directory
/// specification](https://specifications.freedesktop.org/basedir-spec/latest/) says to ignore relative paths.
package enum XDGFolder {
  package static func named(_ variable: String, _ environment: (String) -> String?) -> String? {
    environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
