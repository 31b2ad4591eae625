import Foundation
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

/// The guide is short, and names what the tables in the source have. The other pages about the contract are made of
/// these tables: see ``ReferencePageTests``.
@Suite struct DocumentsTests {
  let guide = MarkdownFile("Protocol/README.md")

  @Test func guide_is_short_and_its_first_half_is_enough() throws {
    let lines = guide.lines
    #expect(lines.count <= 700)
    let needed = [
      "Connect", "Frame", "Ask", "Errors", "Follow", "Reconnect", "Profiles and PINs", "What may grow",
      "Show a poster", "Search as you type",
    ]
    let places = try needed.map { try #require(lines.firstIndex(of: "## \($0)"), "\($0)") }
    #expect(places == places.sorted())
    #expect((places.last ?? 0) <= 340)
  }

  @Test func guide_names_every_topic() {
    let section = guide.section("## Follow").flatMap { MarkdownFile.code(in: $0) }
    for topic in TopicTable.all where topic.name != TopicDescription.browse.name {
      #expect(section.contains(topic.name), "\(topic.name)")
    }
  }

  /// A method that needs the profile is refused without its PIN.
  @Test func guide_names_the_methods_that_need_no_profile() {
    let words = guide.section("## Profiles and PINs").flatMap { MarkdownFile.code(in: $0) }
    let named = Set(words)
    for method in MethodTable.all where !method.errors.contains(.forbidden) {
      let group = String(method.name.prefix { $0 != "." })
      #expect(named.contains(method.name) || named.contains(group), "\(method.name)")
    }
  }

  @Test func every_kind_of_error_is_one_of_some_method() {
    let used = Set(MethodTable.all.flatMap(\.errors) + ErrorCatalogue.common + ErrorCatalogue.framing)
    for kind in RPCError.Kind.all { #expect(used.contains(kind), "\(kind.name)") }
  }

  @Test func page_of_transcripts_tells_every_placeholder() {
    let page = MarkdownFile("Protocol/transcripts/README.md")
    for placeholder in Placeholder.allCases {
      #expect(page.code.contains("\"<\(placeholder.rawValue)>\""), "\(placeholder)")
    }
  }

  /// What `status` says in one word, in the manual.
  @Test func manual_tells_every_state_of_the_shared_folder() {
    let code = Set(MarkdownFile("contrib/manual/sync.md").code)
    let states = SyncStatus.State.allCases.map(\.rawValue) + SyncFileStatus.State.allCases.map(\.rawValue)
    for state in states { #expect(code.contains(state), "\(state)") }
  }

  @Test func manual_tells_every_reason_for_which_a_line_is_not_imported() {
    let code = Set(MarkdownFile("contrib/manual/data.md").code)
    for reason in CatalogueImportReason.allCases { #expect(code.contains(reason.rawValue), "\(reason)") }
  }
}
