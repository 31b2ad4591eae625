import Glibc
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@Suite struct OpenRPCTests {
  @Test func the_document_in_Protocol_is_the_one_the_daemon_serves() throws {
    let (path, text) = (Transcripts.protocolFolder + "/openrpc.json", OpenRPC.document().text(indent: 2) + "\n")
    // `make openrpc` sets it.
    if getenv("MOVIERPC_UPDATE") != nil { try TemporaryFolder.write(text, to: path) }
    #expect(TemporaryFolder.read(path) == text, "make openrpc writes it anew")
  }

  @Test func every_reference_leads_somewhere() throws {
    let document = OpenRPC.document()
    var references: [String] = []
    collect(document, into: &references)
    #expect(!references.isEmpty)
    for reference in references {
      let path = reference.dropFirst(2).split(separator: "/").map(String.init)
      #expect(reference.hasPrefix("#/") && path.reduce(document as JSONValue?) { $0?[$1] } != nil, "\(reference)")
    }
  }

  @Test func parameters_have_one_name_and_a_summary() {
    for method in MethodTable.all {
      #expect(Set(method.parameters.map(\.name)).count == method.parameters.count, "\(method.name)")
      #expect(method.parameters.allSatisfy { !$0.summary.isEmpty }, "\(method.name)")
      // The check for a name given twice is one bit a parameter.
      #expect(method.parameters.count <= 64, "\(method.name)")
    }
  }

  private func collect(_ value: JSONValue, into references: inout [String]) {
    for member in value.objectValue ?? [] {
      if member.name == "$ref", let reference = member.value.stringValue { references.append(reference) }
      collect(member.value, into: &references)
    }
    for item in value.arrayValue ?? [] { collect(item, into: &references) }
  }
}
