import Testing

@testable import MovieSources

struct CacheControlTests {
  @Test(
    arguments: [
      ("public, max-age=14400", 14_400), ("MAX-AGE=60", 60), ("max-age=\"60\"", 60), (" max-age = 60 ", 60),
      ("max-age=0", 0), ("s-maxage=5", nil), ("max-age", nil), ("max-age=", nil), ("max-age=-1", nil),
      ("max-age=+1", nil), ("max-age=1.5", nil), ("max-age=\"", nil), ("max-age=\"\"", nil),
      ("max-age=٣", nil),
      ("max-age=1\u{301}", nil), ("", nil), (",,=,=,", nil), ("=max-age", nil),
      // Said twice the first counts (RFC 9111, 4.2.1).
      ("max-age=1, max-age=2", 1), ("max-age=x, max-age=2", 2),
      ("max-age=99999999999999999999999999", 1 << 31), ("max-age=9223372036854775807", 1 << 31),
    ] as [(String, Int64?)])
  func maximum_age_is_read(_ header: String, _ seconds: Int64?) {
    #expect(CacheControl(header).maxAge == seconds.map { .seconds($0) })
  }

  @Test(arguments: [
    ("no-store", true), ("public, No-Cache", true), ("private", false), ("no-storage", false),
  ])
  func directives_that_forbid_keeping_are_seen(_ header: String, _ mustRefetch: Bool) {
    #expect(CacheControl(header).mustRefetch == mustRefetch)
  }

  @Test(
    arguments: [
      ("40", 60), ("100", 0), ("101", 0), ("0", 100), ("x", 100), ("-50", 100), ("", 100),
      ("99999999999999999999", 0),
    ] as [(String, Int64)])
  func age_has_passed_already(_ age: String, _ left: Int64) {
    #expect(CacheControl("max-age=100", age: age).maxAge == .seconds(left))
    #expect(CacheControl(nil, age: age).maxAge == nil)
  }

  @Test func a_header_without_end_costs_no_more_than_its_beginning() {
    let header = String(repeating: "max-age=1,", count: 100_000)
    #expect(CacheControl(header).maxAge == .seconds(1))
    #expect(CacheControl(String(repeating: "a", count: 1000) + ",max-age=1").maxAge == nil)
  }
}
