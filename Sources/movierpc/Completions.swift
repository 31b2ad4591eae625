import ArgumentParser
import MovieClient

struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: localized("Print the completions for a shell."),
    discussion: localizedParagraphs(
      """
      make install installs them. To do it yourself:

        movierpc completions bash > \\
          ~/.local/share/bash-completion/completions/movierpc
        movierpc completions zsh > DIRECTORY-OF-FPATH/_movierpc
        movierpc completions fish > ~/.config/fish/completions/movierpc.fish
      """))

  enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, zsh, fish }

  @Argument(help: .localized("bash, zsh or fish.", valueName: "shell"))
  var shell: Shell

  func run() throws {
    let generated: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    try Output.write(CompletionScript.text(for: generated) + "\n")
  }
}
