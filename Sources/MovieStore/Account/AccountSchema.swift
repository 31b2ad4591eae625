/// The tables of accounts at TMDB, in the order of the library's migrations.
enum AccountSchema {
  /// A profile's TMDB account; times are seconds since 1970. `session` is a secret.
  ///
  /// An agreement says which side had a title when both were last compared, and from which side it has
  /// vanished since. A change was made because of the other side; `run` is the same for those of one
  /// comparison, and the columns after `title` are what the library lost.
  static let accounts = """
    CREATE TABLE account (
      profile TEXT PRIMARY KEY COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      username TEXT NOT NULL,
      session TEXT NOT NULL,
      connected_at INTEGER NOT NULL,
      consented_at INTEGER,
      synced_at INTEGER,
      is_revoked INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE account_agreement (
      profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
      list TEXT NOT NULL CHECK (list IN ('watchlist', 'favorites')),
      key TEXT NOT NULL,
      in_library INTEGER NOT NULL,
      at_tmdb INTEGER NOT NULL,
      doubt TEXT CHECK (doubt IN ('library', 'tmdb')),
      doubt_since INTEGER,
      PRIMARY KEY (profile, list, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE account_change (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      profile TEXT NOT NULL COLLATE NOCASE REFERENCES profile (name) ON DELETE CASCADE,
      run INTEGER NOT NULL,
      at INTEGER NOT NULL,
      side TEXT NOT NULL CHECK (side IN ('library', 'tmdb')),
      list TEXT NOT NULL CHECK (list IN ('watchlist', 'favorites')),
      key TEXT NOT NULL,
      is_added INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('sent', 'done', 'undone')),
      title TEXT,
      facts TEXT,
      imdb_id TEXT,
      facts_at INTEGER,
      language TEXT,
      added_at INTEGER,
      note TEXT NOT NULL DEFAULT '',
      watched_at INTEGER
    ) STRICT;
    CREATE INDEX account_change_profile ON account_change (profile, id);
    """

  /// `revision` is that of the library's entry when both sides were compared: another one means that its note or
  /// its mark has changed since. Null: there was no entry.
  static let editedEntries = """
    ALTER TABLE account_agreement ADD COLUMN revision INTEGER;
    UPDATE account_agreement AS agreed SET revision = (SELECT revision FROM entry
      WHERE (entry.profile, entry.list, entry.key) = (agreed.profile, agreed.list, agreed.key));
    """
}
