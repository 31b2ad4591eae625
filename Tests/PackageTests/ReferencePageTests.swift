import Glibc
import MovieProtocol
import TestSupport
import Testing

/// The pages that are made of the contract. `make docs` writes them.
@Suite struct ReferencePageTests {
  @Test func reference_is_what_the_contract_says() throws {
    try expect(try ReferencePage().text, at: "Protocol/reference.md")
  }

  @Test func settings_of_the_manual_are_what_the_contract_says() throws {
    try expect(SettingsText.page, at: "contrib/manual/settings.md")
  }

  /// The name of a heading is the target of links.
  @Test func headings_of_the_reference_differ() {
    let anchors = MarkdownFile("Protocol/reference.md").anchors
    #expect(Set(anchors).count == anchors.count)
    for method in MethodTable.all {
      #expect(anchors.contains(method.name.filter { $0 != "." }), "\(method.name)")
    }
  }

  private func expect(_ text: String, at name: String) throws {
    let path = SourceFiles.root + "/" + name
    if getenv("MOVIERPC_UPDATE") != nil { try TemporaryFolder.write(text, to: path) }
    #expect(TemporaryFolder.read(path) == text, "make docs writes it")
  }
}
