import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct GenresTests {
  @Test func bothListsAreThere() {
    #expect(Genres.all(.movie).count == 19)
    #expect(Genres.all(.tv).count == 16)
    #expect(Genres.name(878) == "Science Fiction")
    #expect(Genres.name(10765) == "Sci-Fi & Fantasy")
    #expect(Genres.name(1) == nil)
  }

  @Test(arguments: Title.MediaType.allCases)
  func listsAreByName(mediaType: Title.MediaType) {
    let names = Genres.all(mediaType).map(\.name)
    #expect(names == names.sorted())
  }

  @Test func sameNumberHasTheSameName() {
    for genre in Genres.all(.movie) + Genres.all(.tv) { #expect(Genres.name(genre.id) == genre.name) }
  }
}
