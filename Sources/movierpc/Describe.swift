import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct Describe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: localized("Show a method's parameters and result."),
    discussion: localized("Needs no daemon. Example: movierpc describe search"))

  @Argument(help: .localized("The method's name."), completion: .list(MethodTable.all.map(\.name)))
  var method: String

  @OptionGroup var form: OfflineForm

  func run() throws {
    guard let found = MethodTable.method(named: method) else {
      throw ErrorReply(MethodTable.unknown(method)).failure(of: MethodParams(method))
    }
    try Output.write(
      form.json ? OpenRPC.describe(found).text() + "\n" : MethodPage.text(found, on: .current()))
  }
}
