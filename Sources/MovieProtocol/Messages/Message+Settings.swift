package import JSONRPC

/// Of settings.
extension Message {
  package static let noSettingNamed = MessageForm<String>(
    "no_setting_named", #"there is no setting "{name}""#)
  package static let noSuchSetting = Message("no_such_setting", "there is no setting of that name")
  package static let settingOfFile = MessageForm<String>(
    "setting_of_file", "{setting} is set in the configuration only")
  package static let settingOverridden = MessageForm<String, String>(
    "setting_overridden", "{setting} is overridden by {variable} in the daemon's environment")
  package static let settingInBoth = MessageForm<String>(
    "setting_in_both", "{setting} is in set and in reset")
  package static let settingShared = MessageForm<String>(
    "setting_shared", "a profile with an age limit does not change {setting}, which all profiles share")
  package static let noCountry = MessageForm<String>("no_country", "there is no country {code}")
  package static let noLanguage = MessageForm<String>("no_language", "TMDB has no language {code}")
  package static let seeCountries = Message("see_countries", "see the countries")
  package static let seeLanguages = Message("see_languages", "see the languages")
  package static let seeSettings = Message("see_settings", "see the settings")
  package static let setInFile = MessageForm<String>(
    "set_in_file", "set it in {file}, then restart the daemon")
  package static let startWithout = MessageForm<String>(
    "start_without", "start the daemon without {variable}")
  package static let resetSetting = Message("reset_setting", "restore the default")
  package static let setOrReset = Message(
    "set_or_reset", "remove it from reset to set it, or from set to restore the default")

  static let settingsForms: [any MessageTemplate] = [
    noSettingNamed, noSuchSetting, settingOfFile, settingOverridden, settingInBoth, settingShared,
    noCountry, noLanguage, seeCountries, seeLanguages, seeSettings, setInFile, startWithout, resetSetting,
    setOrReset,
  ]
}
