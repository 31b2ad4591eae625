import JSONRPC
import Testing

@testable import MovieClient

struct SeasonPageTests {
  @Test func season_is_a_table_of_its_episodes() throws {
    let season = try JSONValue(
      parsing: #"""
        {"key":"tv/95396","title":"Severance","season_number":2,"name":"Season 2","overview":"More work.",
        "air_date":"2025-01-16","poster_path":null,"vote_average":8.4,"episodes":[{"season_number":2,
        "episode_number":1,"name":"Hello, \u202EMs. Cobel","air_date":"2025-01-16","runtime":50,"overview":null,
        "still_path":null,"vote_average":8.1,"vote_count":99},{"season_number":2,"episode_number":2,
        "name":null,"air_date":null,"runtime":null,"overview":null,"still_path":null,"vote_average":null,
        "vote_count":0}],"match":null,"meta":\#(Canned.meta)}
        """#)
    #expect(
      SeasonPage.text(season, on: Screen(width: 80)) == """
        Severance · tv/95396
        Season 2 · 2 episodes · 8.4 · 2025-01-16

        More work.

        EPISODE  NAME              DATE        LENGTH  RATING
        S02E01   Hello, Ms. Cobel  2025-01-16  50 min     8.1
        S02E02

        Data: TMDB, as of 2026-07-29

        """)
  }

  @Test func answer_of_another_version_does_no_harm() {
    #expect(SeasonPage.text([:], on: Screen(width: 80)).contains("0 episodes"))
    #expect(SeasonPage.text(["episodes": [7, .null]], on: Screen(width: 80)).contains("2 episodes"))
  }
}
