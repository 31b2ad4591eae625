import MovieProtocol
import MovieSources

/// A client's change of settings, checked: clients may change each name, and each value is valid. Nil: reset.
struct SettingsChange: Sendable {
  var changes: [(setting: Setting, value: ArgumentValue?)] = []

  var isEmpty: Bool { changes.isEmpty }

  /// The new key, if one is set.
  var tmdbKey: Secret? {
    changes.first { $0.setting.name == Setting.tmdbKey.name }?.value?.text.map { Secret($0) }
  }
}
