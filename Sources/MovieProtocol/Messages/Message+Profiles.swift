package import JSONRPC

/// Of profiles, PINs and age limits.
extension Message {
  package static let profileHasPIN = MessageForm<String>("profile_has_pin", "{name} has a PIN")
  package static let switchNeedsPIN = MessageForm<String, String, String>(
    "switch_needs_pin", "switching from {from} to {to} requires the PIN of {name}")
  package static let needsPINOf = MessageForm<String>("needs_pin_of", "this needs the PIN of {name}")
  package static let pinWrong = MessageForm<String>("pin_wrong", "the PIN of {name} is wrong")
  package static let pinWrongTooOften = MessageForm<String>(
    "pin_wrong_too_often", "the PIN of {name} was wrong too often")
  package static let pinsNeedLibrary = MessageForm<String>(
    "pins_need_library", "PINs need libcrypt ({reason})")
  package static let noProfileNamed = MessageForm<String>(
    "no_profile_named", #"there is no profile "{name}""#)
  package static let profileExists = MessageForm<String>(
    "profile_exists", #"there is a profile "{name}" already"#)
  package static let profileRemoved = MessageForm<String>(
    "profile_removed", #"the profile "{name}" was removed"#)
  package static let profileGone = MessageForm<String>("profile_gone", "the profile {name} no longer exists")
  package static let profileIsPermanent = MessageForm<String>("profile_is_permanent", "{name} always exists")
  package static let profileKeepsName = MessageForm<String>(
    "profile_keeps_name", "{name} cannot have another name")
  package static let profileTakesNoLimit = MessageForm<String>(
    "profile_takes_no_limit", "{name} cannot have an age limit")
  package static let profileFollowed = MessageForm<String, Int>(
    "profile_followed", "connections that follow {name}: {count}")
  package static let inResetAndGiven = MessageForm<MessageParameter, MessageParameter>(
    "in_reset_and_given", "{param} is in reset, and {other} is given")
  package static let profileHasAgeLimit = MessageForm<String>(
    "profile_has_age_limit", "{name} has an age limit, which TMDB does not know")
  package static let unlockProfile = MessageForm<String>("unlock_profile", "unlock {name} with its PIN")
  package static let waitThenTry = Message("wait_then_try", "wait, then try again")
  package static let installLibcrypt = Message(
    "install_libcrypt", "install libcrypt: libcrypt1 on Debian, libxcrypt on Fedora and Arch")
  package static let seeProfiles = Message("see_profiles", "see the profiles")
  package static let chooseOtherName = Message("choose_other_name", "choose another name")
  package static let removeOtherProfile = Message("remove_other_profile", "remove another one")
  package static let createOtherProfile = Message("create_other_profile", "create another profile")
  package static let removeProfiles = Message("remove_profiles", "remove one, or set limits.profiles")
  package static let endSubscriptions = Message(
    "end_subscriptions", "end their subscriptions, or the programs")
  package static let endSubscriptionsOf = MessageForm<[String]>(
    "end_subscriptions_of", "end their subscriptions, or the programs (pid {pids})")
  package static let connectOtherProfile = Message(
    "connect_other_profile", "connect the account in a profile without an age limit")
  package static let chooseUnlimitedProfile = Message(
    "choose_unlimited_profile", "choose a profile without an age limit")
  package static let chooseUnlimitedOrShow = MessageForm<String>(
    "choose_unlimited_or_show",
    "choose a profile without an age limit; {setting}, which is set there, can show titles of unknown age")
  package static let chooseProfileWithout = Message(
    "choose_profile_without", "choose a profile without an age limit, then try again")

  static let profilesForms: [any MessageTemplate] = [
    profileHasPIN, switchNeedsPIN, needsPINOf, pinWrong, pinWrongTooOften, pinsNeedLibrary, noProfileNamed,
    profileExists, profileRemoved, profileGone, profileIsPermanent, profileKeepsName, profileTakesNoLimit,
    profileFollowed, inResetAndGiven, profileHasAgeLimit, unlockProfile, waitThenTry, installLibcrypt,
    seeProfiles, chooseOtherName, removeOtherProfile, createOtherProfile, removeProfiles, endSubscriptions,
    endSubscriptionsOf, connectOtherProfile, chooseUnlimitedProfile, chooseUnlimitedOrShow,
    chooseProfileWithout,
  ]
}
