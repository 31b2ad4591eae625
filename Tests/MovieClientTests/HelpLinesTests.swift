import Testing

@testable import MovieClient

struct HelpLinesTests {
  @Test func line_that_is_too_wide_is_broken_between_words_and_brackets() {
    let help = """
      USAGE: movierpc search WORDS ... [--year 2021] [--type movie|tv] [options]

        --limit <n>             Maximum number. (default: 20)
        -t, --type, --media-type <movie|tv|any>
        See 'movierpc help player <subcommand>' for detailed help.
      https://example.org/a/long/address/that/is/one/word
      """
    #expect(
      HelpLines.fitted(help, 40) == """
        USAGE: movierpc search WORDS ...
               [--year 2021] [--type movie|tv]
               [options]

          --limit <n>             Maximum
                                  number.
                                  (default: 20)
          -t, --type, --media-type
          <movie|tv|any>
          See 'movierpc help player
          <subcommand>' for detailed help.
        https://example.org/a/long/address/that/is/one/word
        """)
    #expect(HelpLines.fitted(help, 80) == help)
  }

  @Test func command_to_be_pasted_is_never_broken() {
    let help = """
        movierpc call search q=dune year=2021  call a method, as programs do
        movierpc browse award --award oscar --format '{key} {title}'
        echo '{"q":"dune"}' | movierpc call search -
      """
    #expect(
      HelpLines.fitted(help, 40) == """
          movierpc call search q=dune year=2021
            call a method, as programs do
          movierpc browse award --award oscar --format '{key} {title}'
          echo '{"q":"dune"}' | movierpc call search -
        """)
  }
}
