import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct Methods: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "methods",
    abstract: "List the methods this client knows.",
    discussion: "Without asking the daemon. movierpc describe METHOD tells more about one.")

  @Flag(help: "Print them as JSON on one line.")
  var json = false

  func run() throws {
    let methods = MethodTable.all
    guard json else { return try Output.write(MethodPage.list(methods)) }
    let value: JSONValue = ["methods": .array(methods.map(OpenRPC.describe))]
    try Output.write(value.text() + "\n")
  }
}
