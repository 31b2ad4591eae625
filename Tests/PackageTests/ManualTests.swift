import Foundation
import MovieClient
import MovieProtocol
import TestSupport
import Testing

/// The pages of the manual say what the programs do.
@Suite struct ManualTests {
  @Test func every_page_is_listed() {
    let links = MarkdownFile("contrib/manual/README.md").links
    #expect(!MarkdownFile.manual.isEmpty)
    for page in MarkdownFile.manual {
      let name = page.split(separator: "/").last.map(String.init) ?? ""
      #expect(links.contains(name), "\(page)")
    }
  }

  @Test func readme_is_a_front_page() {
    #expect(MarkdownFile("README.md").lines.count <= 170)
  }

  @Test func every_exit_status_is_told() {
    let section = MarkdownFile("contrib/manual/command-line.md").section("## Exit status")
    let told = MarkdownFile.rows(in: section).compactMap { Int32($0[0]) }
    let used: [MovieClient.ExitStatus] = [
      .done, .failed, .usage, .unreachable, .unauthorized, .notFound, .tryLater, .timedOut, .brokenPipe,
    ]
    #expect(told == used.map(\.rawValue))
  }

  /// Names of variables are the words of capitals with an underscore in the source.
  @Test func every_variable_is_told() {
    let pages = ["command-line", "configuration"].flatMap { page in
      MarkdownFile.rows(in: MarkdownFile("contrib/manual/\(page).md").section("## Environment"))
    }
    let told = Set(pages.compactMap(\.first).flatMap { MarkdownFile.code(in: $0) }.map { $0.uppercased() })
    var used: Set<String> = []
    for file in SourceFiles.swift(under: "Sources") where !file.contains("/CatalogueData/") {
      let text = TemporaryFolder.read(file)
      used.formUnion(text.split(separator: "\"").map(String.init).filter(Self.isVariable))
    }
    // A word in curl's messages.
    used.remove("SSL_ERROR_SYSCALL")
    #expect(used.contains("XDG_RUNTIME_DIR"))
    #expect(used.subtracting(told) == [])
  }

  /// `--format` fills in the fields of these methods' rows.
  @Test(arguments: [
    "search", "suggest", "detail", "trailer", "image", "releases", "searches", "downloads", "player",
    "profiles", "genres", "countries", "languages", "providers", "library.pending", "account.journal",
  ])
  func every_field_of_a_row_is_told(_ name: String) throws {
    let code = MarkdownFile("contrib/manual/formats.md").section("## Fields").flatMap {
      MarkdownFile.code(in: $0)
    }
    let method = try #require(MethodTable.method(named: name))
    let fields = Self.rowFields(method.result)
    #expect(!fields.isEmpty)
    #expect(fields.filter { !code.contains($0) } == [])
  }

  private static func isVariable(_ word: String) -> Bool {
    word.contains("_") && word.count > 4 && word.allSatisfy { $0 == "_" || $0.isASCII && $0.isUppercase }
  }

  /// Of an item of `results` or, for a result without it, of its first list; else of the result itself.
  private static func rowFields(_ schema: Schema) -> [String] {
    let own = fields(of: schema)
    let lists = own.filter { element(of: $0.schema) != nil }
    let isTitle = own.contains { $0.name == "media_type" }
    let list = lists.first { $0.name == "results" } ?? (isTitle ? nil : lists.first)
    guard let list, let row = element(of: list.schema) else { return own.map(\.name) }
    return fields(of: row).map(\.name)
  }

  private static func fields(of schema: Schema) -> [Schema.Field] {
    switch schema {
    case .object(let fields): fields
    case .named(let named): fields(of: named.schema)
    default: []
    }
  }

  private static func element(of schema: Schema) -> Schema? {
    switch schema {
    case .list(let element, _): element
    default: nil
    }
  }
}
