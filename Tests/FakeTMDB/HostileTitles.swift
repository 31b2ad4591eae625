/// Films whose names have a special meaning in a terminal, a bar, a launcher, a shell or an editor. They are
/// on no list; a search for `hostile` finds them, in this order.
extension FakeCatalogue {
  package static let firstHostile = 980_001

  static let hostile = names.enumerated().map { index, name in
    Entry(
      id: firstHostile + index, isFilm: true, name: name, year: 2010 + index % 10, genres: [18, 53],
      votes: 900 - index)
  }

  private static let names = [
    "Fast & Furious",
    "#Alive",
    "#Horror",
    "[REC]",
    "%{F#f00}x",
    "What the #$*! Do We (K)now!?",
    "<b>Bold</b> <3 \"q\" 'a'",
    "Two\nLines\r\nand\ta tab",
    "\u{1B}[31mRed\u{1B}[2J\u{1B}]0;owned\u{7}",
    "\u{202E}enud\u{2066}\u{200F}",
    "$(touch owned) `touch owned`",
    "'; touch owned; '\" & touch owned & \"",
    "#(touch owned)#[fg=red]#S#{pane_id}#",
    "%{A1:touch owned:}click%{A}%{broken",
    "Nul\u{0}icon\u{1F}/etc/passwd",
    "<C-c>:q!<CR>%{system('touch owned')}|quit",
    "100% Wolf %s %d %n \\n \\",
    "\u{9B}31mC1\u{85}next\u{2028}line",
    "--help",
    "Amélie 👨‍👩‍👧‍👦 東京物語",
    String(repeating: "Long & <long> #title ", count: 30),
  ]
}
