import Glibc
import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// Skipped, with these words, where a machine lacks `program`; in CI it is run there too, and fails.
  static func needs(_ program: String, of package: String) -> Self {
    .enabled(if: Program.find(orNil: program) != nil || isCI, "\(program) of \(package) is not installed")
  }

  static func needs(file path: String, from command: String) -> Self {
    .enabled(if: access(path, R_OK) == 0 || isCI, "\(path) is not there; \(command)")
  }

  /// For what takes most of a minute: `make check` runs it.
  static var long: Self { .enabled(if: getenv("MOVIERPC_LONG") != nil, "`make check` runs it") }

  /// For what only root can set up, such as a process of another user.
  static var needsRoot: Self { .enabled(if: geteuid() == 0, "only root can be another user") }
}

private let isCI = getenv("CI") != nil
