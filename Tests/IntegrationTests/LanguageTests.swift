import TestSupport
import Testing

/// The language of the environment changes what people read, and nothing that programs read.
@Suite struct LanguageTests {
  private static let german = ["LANG": "de_DE.UTF-8", "COLUMNS": "200"]
  private static let spanish = ["LANG": "es_ES.UTF-8", "COLUMNS": "200"]

  /// Commands, and words that each language prints.
  private static let words: [(command: [String], german: [String], spanish: [String])] = [
    (["search", "dune", "--text"], ["TITEL", "KENNUNG", "Film"], ["TÍTULO", "CLAVE", "película"]),
    (["search", "xyzzyq", "--text"], ["nichts gefunden für \"xyzzyq\""], ["no se ha encontrado nada para"]),
    (["watchlist", "--text"], ["die Merkliste ist leer"], ["la lista de seguimiento está vacía"]),
    (
      ["watchlist", "add", "movie/438631", "--note", "x", "--text"],
      ["Dune (2021) ist auf der Merkliste, mit der Notiz \"x\" (1 Titel)"],
      ["Dune (2021) ya estaba en la lista de seguimiento, con el apunte \"x\" (1 título)"]
    ),
    (["settings", "--text"], ["WERT", "Vorgabe"], ["VALOR", "predeterminado"]),
    (
      ["settings", "page_size", "--text"],
      [
        "Titel je Seite, wenn die Anfrage page_size nicht setzt.", "erlaubt", "eine ganze Zahl von 1 bis 100",
      ],
      ["Títulos por página, si la petición no define page_size.", "permitido", "un número entero de 1 a 100"]
    ),
    (["status", "--text"], ["läuft seit", "1 Verbindung"], ["en marcha", "1 conexión"]),
    (["doctor", "--text"], ["Datenordner"], ["carpeta de datos"]),
    (
      ["watchlist", "--help"], ["AUFRUF: ", "Die Merkliste zeigen und ändern.", "BEFEHLE:"],
      ["USO: ", "Muestra y cambia la lista de seguimiento.", "ÓRDENES:"]
    ),
    (
      ["--help"], ["BEFEHLE: FILME UND SERIEN", "Mehr dazu mit 'movierpc help <Befehl>'"],
      ["ÓRDENES: PELÍCULAS Y SERIES", "Más detalles con 'movierpc help <orden>'"]
    ),
    (
      ["search", "dune", "--pagesize", "2"],
      [
        "die Option --pagesize gibt es nicht",
        "gemeint ist vielleicht: movierpc search",
      ],
      ["no existe la opción --pagesize", "quizá se quería decir: movierpc"]
    ),
    (
      ["settings", "pagesize"],
      ["die Einstellung \"pagesize\" gibt es nicht", "gemeint ist vielleicht: movierpc settings page_size"],
      ["no existe el ajuste \"pagesize\"", "quizá se quería decir: movierpc settings page_size"]
    ),
    (["frobnicate"], ["den Befehl \"frobnicate\" gibt es nicht"], ["no existe la orden \"frobnicate\""]),
  ]

  @Test func words_are_of_the_language() throws {
    let home = try Home()
    _ = try home.client(["daemon", "start"])
    for (command, german, spanish) in Self.words {
      for (environment, words) in [(Self.german, german), (Self.spanish, spanish)] {
        let run = try home.client(command, environment: environment)
        for word in words {
          #expect((run.output + run.errors).contains(word), "\(command): \(run.output)\(run.errors)")
        }
      }
    }
  }

  @Test func what_programs_read_is_the_same() throws {
    let home = try Home()
    _ = try home.client(["watchlist", "add", "movie/438631"])
    let commands = [
      ["search", "dune"], ["detail", "dune", "--json"], ["settings", "--json"], ["watchlist"],
      ["watchlist", "--format", "{media_type} {user_state.watched}"], ["doctor"], ["genres"],
      ["describe", "search"], ["methods"], ["call", "browse", "list=award"], ["call", "nothing"],
    ]
    for command in commands {
      let english = try home.client(command)
      for environment in [Self.german, Self.spanish] {
        let run = try home.client(command, environment: environment.merging(["COLUMNS": ""]) { $1 })
        #expect(run.output == english.output, "\(command)")
        #expect(run.status == english.status, "\(command)")
      }
    }
  }

  @Test func c_locale_is_english_and_others_without_utf8_are_ascii() throws {
    let home = try Home()
    let c = try home.client(["watchlist", "--text"], environment: ["LC_ALL": "C", "LANGUAGE": "de"])
    #expect(c.errors.contains("the watchlist is empty"))
    for language in ["de_DE", "es_ES.ISO-8859-1"] {
      let run = try home.client(["--help"], environment: ["LC_ALL": language])
      #expect(run.output.utf8.allSatisfy { $0 < 0x80 } && !run.output.contains("OVERVIEW"), "\(run.output)")
    }
  }
}
