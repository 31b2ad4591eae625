import MovieProtocol
/// The scripts that make a shell ask this program what can be typed.
enum CompletionScript {
  /// The line that asks the shell to offer files.
  static let files = ":files"

  static func text(for shell: CompletionWord.Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    _movierpc() {
      mapfile -t COMPREPLY < <("$1" ---completion bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      if [[ ${COMPREPLY[0]} = :files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$2")
      fi
    }
    complete -F _movierpc movierpc
    """#

  private static let zsh = #"""
    #compdef movierpc
    _movierpc() {
      local -a lines
      lines=("${(@f)$("${words[1]}" ---completion zsh "${(@)words[2,CURRENT]}" 2>/dev/null)}")
      case ${lines[1]} in
        '') return 1 ;;
        :files) _files ;;
        *) _describe -V 'movierpc' lines ;;
      esac
    }
    if [ "$funcstack[1]" = _movierpc ]; then _movierpc "$@"; else compdef _movierpc movierpc; fi
    """#

  private static let fish = #"""
    function __movierpc_words
      set -l words (commandline -opc) (commandline -ct)
      set -l lines ($words[1] ---completion fish $words[2..-1] 2>/dev/null)
      if test "$lines[1]" = :files
        __fish_complete_path (commandline -ct)
      else
        printf '%s\n' $lines
      end
    end
    complete -c movierpc -f -a '(__movierpc_words)'
    """#
}

/// A word that a shell offers, as the completion scripts read it: one per line.
package struct CompletionWord: Equatable, Sendable {
  package enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  package let word: String
  /// zsh and fish show it next to the word.
  package let about: String

  package init(_ word: String, about: String = "") {
    self.word = word
    self.about = about
  }

  /// Nil if the word cannot be a line.
  package func line(for shell: Shell) -> String? {
    guard !word.isEmpty, TerminalText.cleaned(word) == word else { return nil }
    let about = TerminalText.cleaned(about)
    switch shell {
    // The shell parses the inserted text.
    case .bash: return escaped(word) { !ShellWord.isPlain($0) }
    case .zsh:
      let word = escaped(word) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\\") }
      return about.isEmpty ? word : "\(word):\(about)"
    case .fish: return about.isEmpty ? word : "\(word)\t\(about)"
    }
  }

  private func escaped(_ text: String, _ isSpecial: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isSpecial(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
