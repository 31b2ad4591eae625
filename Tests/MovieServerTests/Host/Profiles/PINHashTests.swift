import Testing

@testable import MovieServer

@Suite struct PINHashTests {
  @Test(arguments: [
    "1234", "0000", "a long one with blanks in it", "пароль", "🦊🦊🦊🦊", "\u{e9}\u{e9}\u{e9}\u{e9}",
  ])
  func only_the_same_pin_fits(_ pin: String) throws {
    let hash = try PINHash.make(pin)
    #expect(try PINHash.fits(pin, hash))
    #expect(try !PINHash.fits(pin + "0", hash) && !PINHash.fits(String(pin.dropLast()), hash))
    #expect(try !PINHash.fits("", hash) && !PINHash.fits(pin.uppercased() + " ", hash))
    #expect(!hash.contains(pin))
  }

  @Test func longest_pin_counts_to_its_end() throws {
    let pin = String(repeating: "🦊", count: 64)
    let hash = try PINHash.make(pin)
    #expect(try PINHash.fits(pin, hash))
    #expect(try !PINHash.fits(pin.dropLast() + "🐻", hash))
  }

  @Test func each_has_a_salt_of_its_own() throws {
    let (one, other) = (try PINHash.make("1234"), try PINHash.make("1234"))
    #expect(one != other)
    #expect(one.hasPrefix("$y$") && other.hasPrefix("$y$"))
  }

  /// One of yescrypt's that another program has made, and one of another method: what was kept once fits for
  /// ever.
  @Test(arguments: [
    "$y$j9T$mf5iomIzhp5r.XI43AhCf1$1At8GgwiHEyB8ACwCBaSDfuRneUFTz8jrlENFsUvZB2",
    "$6$rounds=1000$saltsalt$1hAZrc80TjUIW8PYOAH0CP60ZaMSBOUzHo8f"
      + ".KauqP4Psqf/UOjl92ucfB8zB2X2e33jIN9JUFqxgTZLTpQVe0",
  ])
  func known_hash_fits(_ hash: String) throws {
    #expect(try PINHash.fits("1234", hash))
    #expect(try !PINHash.fits("1235", hash))
  }

  @Test(arguments: ["", "1234", "*0", "*1", "$", "$y$", "$zz$abc$def"])
  func what_is_no_hash_fits_nothing(_ hash: String) {
    #expect((try? PINHash.fits("1234", hash)) != true)
    #expect((try? PINHash.fits("", hash)) != true)
  }
}
