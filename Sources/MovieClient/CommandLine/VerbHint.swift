import MovieProtocol

/// The verb that a wrong word in its place means: a misspelling, or the verb of another program.
package enum VerbHint {
  /// Verbs of one meaning, also German and Spanish ones. Some have several meanings.
  private static let meanings = [
    [
      "list", "ls", "all", "index", "print", "view", "liste", "zeigen", "anzeigen", "lista", "listar",
      "mostrar",
    ],
    [
      "show", "get", "info", "status", "view", "print", "cat", "display", "detail", "zeigen", "anzeigen",
      "mostrar",
    ],
    [
      "add", "new", "create", "put", "insert", "append", "save", "start", "make", "fetch", "hinzufügen",
      "hinzufuegen", "anlegen", "merken", "añadir", "anadir", "agregar", "crear",
    ],
    [
      "remove", "rm", "delete", "del", "drop", "erase", "unset", "cancel", "discard", "entfernen", "löschen",
      "loeschen", "eliminar", "borrar", "quitar",
    ],
    [
      "update", "edit", "change", "modify", "set", "rename", "ändern", "aendern", "bearbeiten", "setzen",
      "cambiar", "editar", "poner",
    ],
    [
      "pause", "stop", "halt", "suspend", "cancel", "abort", "anhalten", "abbrechen", "pausieren", "pausar",
      "parar", "detener", "cancelar",
    ],
    ["stop", "quit", "kill", "end", "exit", "stoppen", "anhalten", "beenden", "parar", "detener"],
    [
      "resume", "start", "continue", "unpause", "play", "retry", "restart", "fortsetzen", "reanudar",
      "continuar",
    ],
    ["toggle", "switch", "flip"],
    ["select", "use", "switch", "choose", "wählen", "waehlen", "wechseln", "elegir", "usar"],
    ["clear", "empty", "purge", "wipe", "leeren", "vaciar"],
    ["reset", "unset", "clear", "default", "zurücksetzen", "restablecer"],
    ["start", "starten", "iniciar"],
    ["restart", "neustart", "reiniciar", "reload"],
    ["log", "logs", "journal"],
    ["watched", "seen", "done", "gesehen", "visto", "vista"],
    ["unwatched", "unseen"],
  ]

  /// The one of `verbs` that was meant, or nil.
  package static func meant(by word: String, among verbs: [String]) -> String? {
    let word = word.lowercased()
    if verbs.contains(word) { return word }
    if let verb = verbs.first(where: { isMisspelled(word, of: $0) }) { return verb }
    for meaning in meanings where meaning.contains(word) {
      if let verb = verbs.first(where: meaning.contains) { return verb }
    }
    return nil
  }

  /// It is a verb, if not one of `verbs`: it must not be taken for a title.
  package static func isVerb(_ word: String, among verbs: [String]) -> Bool {
    meant(by: word, among: verbs) != nil || meanings.contains { $0.contains(word.lowercased()) }
  }

  /// Stricter than ``Spelling``, which would take Heat for `get`: two letters may only be exchanged, unless
  /// the verb is long.
  private static func isMisspelled(_ word: String, of verb: String) -> Bool {
    guard word.utf8.count > 2, Spelling.nearest(to: word, among: [verb]) == verb else { return false }
    if verb.utf8.count > 5 || word.sorted() == verb.sorted() { return true }
    return abs(word.utf8.count - verb.utf8.count) == 1
      ? isSubsequence(word, of: verb) || isSubsequence(verb, of: word)
      : zip(word, verb).count { $0 != $1 } == 1 && word.count == verb.count
  }

  private static func isSubsequence(_ part: String, of whole: String) -> Bool {
    var rest = part[...]
    for letter in whole where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
