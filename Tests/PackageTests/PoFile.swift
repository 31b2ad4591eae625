import TestSupport

/// The entries of a PO file.
struct PoFile {
  struct Entry {
    var key = ""
    var plural: String?
    var texts: [String] = []
  }

  let text: String
  private(set) var entries: [Entry] = []

  init(_ language: String) {
    text = TemporaryFolder.read("\(SourceFiles.root)/Sources/TranslationData/\(language).po")
    for block in text.split(separator: "\n\n").dropFirst() {
      var entry = Entry()
      for line in block.split(separator: "\n") where !line.hasPrefix("#") {
        let value = Self.unquoted(line.drop { $0 != "\"" })
        if line.hasPrefix("msgid_plural") {
          entry.plural = value
        } else if line.hasPrefix("msgid") {
          entry.key = value
        } else if line.hasPrefix("msgstr") {
          entry.texts.append(value)
        } else if entry.texts.isEmpty {
          entry.key += value
        } else {
          entry.texts[entry.texts.count - 1] += value
        }
      }
      entries.append(entry)
    }
  }

  var keys: [String] { entries.map(\.key) }

  private static func unquoted(_ word: Substring) -> String {
    var text = ""
    var isEscaped = false
    for character in word.dropFirst().dropLast() {
      if isEscaped {
        text.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}
