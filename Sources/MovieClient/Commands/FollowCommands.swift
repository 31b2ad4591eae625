import JSONRPC
import MovieProtocol

// The people that a profile follows.

extension Command {
  static let follow = Command(
    "follow", summary: "Follow a person, or list the people that you follow.",
    usage: "[KEY | WORDS ...] [options]",
    discussion: localizedParagraphs(
      """
      New titles of people that you follow are among the releases. WORDS are
      the whole name of a person. A name that is not clear changes nothing,
      and lists people that may be meant.

        movierpc follow christopher nolan
        movierpc follow person/525
        movierpc follow
        movierpc releases --days-ahead 365
        movierpc unfollow christopher nolan
      """),
    method: "follow",
    arguments: [
      Argument("KEY", .any, form: "[KEY | WORDS ...]", help: "A person's key, or the whole name.")
    ],
    options: [.pages, .output],
    run: { (invocation) throws(CommandError) in
      guard invocation.words.isEmpty else { return try FollowCommand.change("follow.add", invocation) }
      try Answer.show(ifEmpty: { localized("you follow nobody") + $0.place }) {
        FollowPage.text($0, on: $1)
      }(invocation)
    })

  static let unfollow = Command(
    "unfollow", summary: "Follow a person no longer.",
    discussion: localized("Exit status 5: you do not follow such a person."),
    method: "follow.remove", arguments: [.person], options: [.report],
    run: { (invocation) throws(CommandError) in try FollowCommand.change("follow.remove", invocation) })
}

private enum FollowCommand {
  static func change(_ method: String, _ invocation: Invocation) throws(CommandError) {
    let form = try invocation.form()
    var params = MethodParams(method)
    try PersonWords(invocation.words, for: invocation.name).add(to: &params)
    var caller = try invocation.connect()
    let result: [UInt8]
    do throws(CommandError) {
      result = try caller.result(params)
    } catch {
      throw error.naming(invocation)
    }
    let isRemoval = method == "follow.remove"
    let line = FollowPage.line(try RPCClient.json(result), isRemoval: isRemoval)
    // To the daemon, a person that is not followed is removed already. To people it is a mistake.
    if isRemoval, try RPCClient.json(result)["changed"] == false {
      throw CommandError(.notFound, "\(line)", kind: "not_found")
    }
    try ResultPrinter.show(result, form) { _, _ in line + "\n" }
  }
}
