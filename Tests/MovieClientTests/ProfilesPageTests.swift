import JSONRPC
import Testing

@testable import MovieClient

struct ProfilesPageTests {
  private let profiles: JSONValue = [
    "profiles": [
      ["name": "default", "age_limit": nil, "has_pin": false, "selected": false, "default": true],
      ["name": "kids", "age_limit": 12, "has_pin": true, "selected": true, "default": false],
    ]
  ]

  @Test func profiles_are_a_table() {
    #expect(
      ProfilesPage.text(profiles, on: Screen(width: 60)) == """
        NAME     AGE LIMIT  PIN
        default          -  no   default
        kids            12  yes  in use

        """)
  }

  @Test func changes_are_told_in_a_sentence() {
    #expect(
      ProfilesPage.created("kids", profiles)
        == "the profile kids has been created, for what is fit for people of 12, with a PIN\n")
    #expect(ProfilesPage.created("default", profiles) == "the profile default has been created\n")
    #expect(
      ProfilesPage.selected("Kids", profiles, isDefault: true)
        == "the profile kids is the default: new connections begin in it\n")
    #expect(ProfilesPage.selected("kids", [:], isDefault: false).contains("\n--default keeps it; "))
    #expect(
      ProfilesPage.deleted("ki\u{1B}ds")
        == "the profile kids is gone, with its lists, searches and settings\n")
  }
}
