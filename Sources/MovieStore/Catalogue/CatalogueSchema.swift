import GRDB
import TitleIndex

/// The tables of `catalogue.sqlite`. A title's rank (1 is the best known) is its row id, and a spelling's id
/// is rank * 64 + i, so reading either in the order of its ids reads the best titles first; FTS5 supports
/// `ORDER BY rowid` without sorting (https://sqlite.org/fts5.html#external_content_tables).
enum CatalogueSchema {
  /// In `PRAGMA user_version`. Raise it with any change here, and of what is stored: in `SearchFold`,
  /// `CatalogueRow`, `CatalogueTitleWriter`, `MisspellingTable`, `WordTitles` or the classes of
  /// `CatalogueSearch`.
  static let format = 14

  /// "movc" in `PRAGMA application_id`, so that `file` and users can recognise it.
  static let applicationID = 0x6d6f_7663

  struct Table {
    let name: String
    let sql: String
  }

  /// `sort_title` is the title in its search form: without case and accents; null if it has no visible
  /// characters. `imdb_facts` tells which other facts are IMDb's; its votes are apart, because they are many
  /// more than TMDB's: a list by votes would be in no order.
  // https://sqlite.org/stricttables.html
  private static let ownTables = [
    Table(name: "meta", sql: "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT"),
    Table(
      name: "title",
      sql: """
        CREATE TABLE title (
          rank INTEGER PRIMARY KEY,
          media_type TEXT NOT NULL CHECK (media_type IN ('movie', 'tv')),
          id INTEGER NOT NULL,
          title TEXT NOT NULL,
          sort_title TEXT,
          original_title TEXT,
          original_language TEXT,
          release_date TEXT,
          year INTEGER,
          runtime INTEGER,
          genre_ids TEXT NOT NULL,
          director TEXT NOT NULL,
          actors TEXT NOT NULL,
          vote_average REAL,
          vote_count INTEGER NOT NULL,
          popularity REAL,
          poster_path TEXT,
          backdrop_path TEXT,
          collection TEXT,
          keywords TEXT NOT NULL,
          imdb_facts INTEGER NOT NULL,
          imdb_average REAL,
          imdb_votes INTEGER,
          UNIQUE (media_type, id)
        ) STRICT
        """),
    Table(name: "imported", sql: ImportedTable.sql),
    // See `MisspellingTable`.
    Table(
      name: "misspelling",
      sql: "CREATE TABLE misspelling (keys BLOB NOT NULL, places BLOB NOT NULL, words TEXT NOT NULL) STRICT"),
    // Directors and first cast. A name's id is rank * 64 + i.
    Table(
      name: "person_words",
      sql: """
        CREATE VIRTUAL TABLE person_words USING fts5(
          name, content = '', columnsize = 0, prefix = '1 2 3',
          tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M*'"
        )
        """),
    Table(name: "word", sql: WordTable.sql),
    // See `RelatedTitles`.
    Table(
      name: "feature",
      sql: """
        CREATE TABLE feature (id INTEGER PRIMARY KEY, holders INTEGER NOT NULL, ranks BLOB NOT NULL) STRICT
        """),
    Table(
      name: "spelling", sql: "CREATE TABLE spelling (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"),
    // The text is folded already; the tokenizer only has to keep each of SearchFold's words in one piece, so
    // it treats marks as letters. No column sizes: nothing is ranked by bm25.
    Table(
      name: "spelling_words",
      sql: """
        CREATE VIRTUAL TABLE spelling_words USING fts5(
          text, content = 'spelling', content_rowid = 'id', columnsize = 0, prefix = '1 2 3 4 5',
          tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M*'"
        )
        """),
  ]

  static let tables = ownTables + IMDbTable.tables

  /// Created when the tables are full: sorting once is faster than inserting each row in order.
  ///
  /// The indexes of `title` begin with an order of `CatalogueList`, followed by all columns by which it
  /// filters, so a list is read from one index, in its order, to its end or its ten thousandth title; rows
  /// are read only for the page. https://sqlite.org/queryplanner.html#covering_indexes
  static let indexes = [
    Table(name: "spelling_by_text", sql: "CREATE INDEX spelling_by_text ON spelling (text)"),
    index("title_by_release_date", "release_date, media_type, vote_count, genre_ids"),
    index("title_by_vote_average", "vote_average DESC, media_type, vote_count, release_date, genre_ids"),
    index("title_by_vote_count", "vote_count DESC, media_type, release_date, genre_ids"),
    index("title_by_popularity", "popularity DESC, media_type, vote_count, release_date, genre_ids"),
    index("title_by_sort_title", "sort_title, media_type, vote_count, release_date, genre_ids"),
  ]

  private static func index(_ name: String, _ columns: String) -> Table {
    Table(name: name, sql: "CREATE INDEX \(name) ON title (\(columns))")
  }

  /// Whether the tables are exactly those above: `sqlite_schema` stores the statements unchanged
  /// (https://sqlite.org/schematab.html).
  static func fits(_ database: Database) throws -> Bool {
    for table in tables + indexes {
      let sql = try String.fetchOne(
        database, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [table.name])
      guard sql == table.sql else { return false }
    }
    return true
  }
}
