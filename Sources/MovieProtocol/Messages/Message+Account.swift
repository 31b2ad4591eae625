package import JSONRPC

/// Of the account at TMDB.
extension Message {
  package static let accountNeedsKey = Message("account_needs_key", "an account needs a TMDB key")
  package static let accountConnected = MessageForm<String>(
    "account_connected", "the profile is connected with the account {username}")
  package static let noAccount = Message("no_account", "the profile has no account at TMDB")
  package static let accountRevoked = Message(
    "account_revoked", "TMDB no longer accepts the session of the account")
  package static let accountRefusedOnce = Message(
    "account_refused_once", "TMDB refused a request of the account once")
  package static let accountListUnsteady = Message(
    "account_list_unsteady", "a list at TMDB changed each time it was read")
  package static let accountTitleRejected = Message(
    "account_title_rejected", "TMDB does not know the title, or does not take it")
  package static let accountNotApproved = Message("account_not_approved", "it was not approved in time")
  package static let accountApprovedBut = MessageForm<Message>(
    "account_approved_but", "it was approved, but {reason}")
  package static let accountLinkUsed = Message(
    "account_link_used", "the link is too old, or was used already: connect again")
  package static let accountProfileRemoved = Message("account_profile_removed", "the profile was removed")
  package static let accountLibraryFailed = Message("account_library_failed", "the library cannot be written")
  package static let accountNothingChanged = Message(
    "account_nothing_changed", "nothing was changed because of the account")
  package static let accountNoChange = MessageForm<Int>(
    "account_no_change", "the profile's journal has no change {id}")
  package static let accountAllUndone = Message(
    "account_all_undone", "the changes of the last comparison are undone already")
  package static let accountChangeUndone = MessageForm<Int>(
    "account_change_undone", "change {id} is undone already")
  package static let accountUnconfirmed = Message(
    "account_unconfirmed", "TMDB has not confirmed the change yet")
  package static let setKey = Message("set_key", "set a TMDB key")
  package static let disconnectFirst = Message(
    "disconnect_first", "disconnect it first, then connect another one")
  package static let connectAccount = Message("connect_account", "connect an account")
  package static let accountListTooLong = Message(
    "account_list_too_long", "TMDB shows no more titles of a list; remove some at themoviedb.org")
  package static let seeAccountChanges = Message("see_account_changes", "see the changes")
  package static let undoOneChange = Message("undo_one_change", "undo an earlier change by its id")
  package static let changeTitleAgain = Message(
    "change_title_again", "to have it again, add or remove the title")
  package static let compareAccount = Message(
    "compare_account", "compare again to find out whether it was made")

  static let accountForms: [any MessageTemplate] = [
    accountNeedsKey, accountConnected, noAccount, accountRevoked, accountRefusedOnce, accountListUnsteady,
    accountTitleRejected, accountNotApproved, accountApprovedBut, accountLinkUsed, accountProfileRemoved,
    accountLibraryFailed, accountNothingChanged, accountNoChange, accountAllUndone, accountChangeUndone,
    accountUnconfirmed, setKey, disconnectFirst, connectAccount, accountListTooLong, seeAccountChanges,
    undoOneChange, changeTitleAgain, compareAccount,
  ]
}
