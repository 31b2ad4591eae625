import MovieProtocol

extension Daemon {
  /// The output of `--check-config --json`: what `doctor` finds without a running daemon.
  ///
  ///     {"data":"/home/ana/.local/share/movierpc","findings":[{"name":"TMDB key",...},...]}
  ///
  /// - Returns: also whether the configuration can be used.
  package static func findings(_ options: Options) throws(StartError) -> (text: String, isUsable: Bool) {
    let folders: Folders
    do {
      folders = try Folders(environment: environment)
    } catch {
      throw StartError("\(error)")
    }
    var options = options
    options.configurationFile = options.configurationFile ?? environment("MOVIERPC_CONFIG")
    let file = options.configurationFile ?? folders.configurationFile
    let configuration = try? configuration(options, folders)
    let surroundings = SettingsEnvironment(
      environment: environment, data: folders.data, cache: folders.cache, configurationFile: file)
    let layers = SettingLayers(
      defaults: surroundings.defaults, file: configuration?.values ?? [:], environment: surroundings.fixed)
    let machine = MachineCheck(
      layers: layers, environment: ProcessFacts.environment(), configurationFile: file)
    let key = layers.resolved(of: .tmdbKey)
    let own = [
      // Only the library knows one that was set by a client.
      key.value == nil ? DoctorFinding("TMDB key", .note, .keyUnknown) : NetworkChecks.key(key, nil),
      machine.proxy(isOffline: false), FolderChecks.catalogue(in: layers[.cacheFolder]?.text ?? ""),
    ].compactMap(\.self)
    let findings = machine.libraries + own + machine.files(libraryFault: nil)
    let data = layers[.dataFolder]?.text ?? folders.data
    let bytes = DoctorFinding.checked.encode((data, findings), reserving: 8192)
    return (String(decoding: bytes, as: UTF8.self) + "\n", configuration != nil)
  }
}
