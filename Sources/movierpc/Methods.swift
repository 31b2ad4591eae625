import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct Methods: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "methods",
    abstract: localized("List the methods this client knows."),
    discussion: localized("Needs no daemon. movierpc describe METHOD shows the details of one."))

  @OptionGroup var form: OfflineForm

  func run() throws {
    let methods = MethodTable.all
    guard form.json else {
      return try Output.write(MethodPage.list(methods, on: Output.isTerminal ? .current() : .endless))
    }
    let value: JSONValue = ["methods": .array(methods.map(OpenRPC.describe))]
    try Output.write(value.text() + "\n")
  }
}
