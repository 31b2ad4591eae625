import JSONRPC
import Testing

@testable import MovieClient

struct ProfilesPageTests {
  private let profiles: JSONValue = [
    "profiles": [
      [
        "name": "default", "age_limit": nil, "age_region": nil, "has_pin": false, "locked": false,
        "unlock_expires_at": nil, "selected": false, "default": true,
      ],
      [
        "name": "kids", "age_limit": 12, "age_region": "DE", "has_pin": true, "locked": true,
        "unlock_expires_at": nil, "selected": true, "default": false,
      ],
    ]
  ]

  @Test func profiles_are_a_table() {
    #expect(
      ProfilesPage.text(profiles, on: Screen(width: 60)) == """
        NAME     AGE LIMIT  PIN
        default  -          no      default
        kids     12 (DE)    locked  in use

        """)
  }

  @Test func changes_are_told_in_a_sentence() {
    #expect(
      ProfilesPage.created("kids", profiles)
        == "the profile kids has been created, with the age limit 12, with a PIN\n")
    #expect(ProfilesPage.created("default", profiles) == "the profile default has been created\n")
    #expect(
      ProfilesPage.selected("Kids", profiles, isDefault: true)
        == "the profile kids is now the default of new connections\n"
        + "to go back: movierpc profiles select default --default\n")
    #expect(ProfilesPage.selected("kids", [:], isDefault: false).contains("\nto keep it, add --default; "))
    #expect(
      ProfilesPage.removed("ki\u{1B}ds")
        == "the profile kids was removed, with its lists, searches and settings\n")
  }

  @Test func profile_in_use_is_named_where_something_may_be_missing() {
    func settings(_ hasKey: Bool, _ unknown: String = "hide") -> JSONValue {
      [
        "settings": [
          "tmdb.key": ["value": ["set": .bool(hasKey)]], "unknown_age": ["value": .string(unknown)],
        ]
      ]
    }
    let named = "The profile in use is kids, age limit 12 (DE), locked."
    #expect(ActiveProfile(profiles, settings: settings(true))?.reasons == [named])
    #expect(ActiveProfile(profiles, settings: nil)?.reasons == [named])
    #expect(ActiveProfile(profiles, settings: settings(false, "show"))?.reasons == [named])
    #expect(ActiveProfile(profiles, settings: settings(false))?.reasons == [named, ActiveProfile.keyless])
    let alone: JSONValue = ["profiles": [["name": "default", "age_limit": nil, "selected": true]]]
    #expect(ActiveProfile(alone, settings: settings(false))?.reasons == [])
    #expect(ActiveProfile([:], settings: nil) == nil)
    #expect(
      ProfilesPage.created("kids", profiles, settings: settings(false)).hasSuffix(
        ActiveProfile.keyless + "\n"))
    #expect(!ProfilesPage.created("kids", profiles, settings: settings(true)).contains("TMDB"))
  }

  @Test func pins_are_told_about() {
    #expect(
      ProfilesPage.updated("KIDS", profiles).hasPrefix(
        "the profile kids has the age limit 12 (DE) and a PIN\n"))
    #expect(ProfilesPage.updated("default", profiles) == "the profile default has no age limit and no PIN\n")
    #expect(ProfilesPage.unlocked("default", profiles) == "the profile default has no PIN to unlock\n")
  }
}
