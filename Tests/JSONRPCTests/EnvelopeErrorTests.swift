import JSONRPC
import Testing

struct EnvelopeErrorTests {
  @Test(arguments: [
    (EnvelopeError.syntax(offset: 12), RPCError.Kind.parseError, #"{"offset":12}"#),
    (.invalid(reason: "no method"), .invalidRequest, "{}"),
    (.limit(name: "depth", max: 64, got: 65), .limitExceeded, #"{"limit":"depth","max":64,"got":65}"#),
  ])
  func fault_is_an_error_of_the_contract(_ fault: EnvelopeError, _ kind: RPCError.Kind, _ details: String) {
    #expect(fault.error.kind == kind)
    #expect(JSONValue.object(fault.error.details).text() == details)
    #expect(!fault.error.message.isEmpty)
  }

  @Test func reason_is_the_message() {
    #expect(EnvelopeError.invalid(reason: "no method").error.message == "no method")
  }
}
