import MovieProtocol
import Testing

@Suite struct PersonKeyTests {
  @Test func key_has_one_spelling() {
    #expect(PersonKey("person/525")?.id == 525 && PersonKey(525).text == "person/525")
    for text in ["person/0", "person/01", "person/", "person/5x", "525", "movie/5", "person/5/5", "Person/5"]
    {
      #expect(PersonKey(text) == nil, "\(text)")
    }
  }

  @Test func episode_is_called_as_people_write_it() {
    #expect(Episode.label(season: 2, number: 9, name: "Hello, Ms. Cobel") == "S02E09 Hello, Ms. Cobel")
    #expect(Episode.label(season: 12, number: 104, name: nil) == "S12E104")
    #expect(Episode.label(season: 0, number: 1, name: "") == "S00E01")
  }
}
