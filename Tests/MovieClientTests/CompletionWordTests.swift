import Testing

@testable import MovieClient

@Suite struct CompletionWordTests {
  @Test(arguments: [
    ("kids", "kids"), ("Änne", "Änne"), ("movie/348", "movie/348"),
    ("Anna M", #"Anna\ M"#), ("$(x)", #"\$\(x\)"#), ("it's", #"it\'s"#),
  ])
  func words_are_no_commands_to_bash(_ word: String, _ line: String) {
    #expect(CompletionWord(word, about: "not shown").line(for: .bash) == line)
  }

  @Test func zsh_and_fish_get_a_description() {
    let word = CompletionWord(#"a:b\c"#, about: "Two: Li\u{202E}nes\nand\ta tab")
    #expect(word.line(for: .zsh) == #"a\:b\\c:Two: Lines and a tab"#)
    #expect(word.line(for: .fish) == "a:b\\c\tTwo: Lines and a tab")
    for shell in [CompletionWord.Shell.zsh, .fish] {
      #expect(CompletionWord("kids").line(for: shell) == "kids")
    }
  }

  @Test(arguments: ["", "two\nlines", "a\u{1B}[2J", "\u{202E}abc"])
  func what_is_no_line_is_left_out(_ word: String) {
    for shell in [CompletionWord.Shell.bash, .zsh, .fish] {
      #expect(CompletionWord(word).line(for: shell) == nil)
    }
  }
}
