/// A film that won an award.
package struct AwardWinner: Sendable, Equatable {
  /// TMDB's ID.
  package let id: Int
  package let title: String
  /// `2021-09-15`
  package let releaseDate: String
}

/// Winners of the Academy Award for Best Picture (https://www.oscars.org/oscars/awards-databases-0), in the
/// order of the ceremonies, the newest, of March 2026, first. A winner may have been released earlier than
/// the winner before it: The Hurt Locker is from 2008, like Slumdog Millionaire.
package enum BestPicture {
  package static let winners: [AwardWinner] = table.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: "|")
    guard parts.count == 3, let id = Int(parts[1]) else { return nil }
    return AwardWinner(id: id, title: String(parts[2]), releaseDate: String(parts[0]))
  }

  private static let table = """
    2025-09-23|1054867|One Battle After Another
    2024-10-14|1064213|Anora
    2023-07-19|872585|Oppenheimer
    2022-03-24|545611|Everything Everywhere All at Once
    2021-08-13|776503|CODA
    2021-01-29|581734|Nomadland
    2019-05-30|496243|Parasite
    2018-11-16|490132|Green Book
    2017-12-01|399055|The Shape of Water
    2016-10-21|376867|Moonlight
    2015-11-06|314365|Spotlight
    2014-10-17|194662|Birdman or (The Unexpected Virtue of Ignorance)
    2013-10-18|76203|12 Years a Slave
    2012-10-11|68734|Argo
    2011-10-12|74643|The Artist
    2010-11-26|45269|The King's Speech
    2008-10-10|12162|The Hurt Locker
    2008-11-12|12405|Slumdog Millionaire
    2007-06-13|6977|No Country for Old Men
    2006-10-04|1422|The Departed
    2005-05-06|1640|Crash
    2004-12-15|70|Million Dollar Baby
    2003-12-17|122|The Lord of the Rings: The Return of the King
    2002-12-10|1574|Chicago
    2001-12-14|453|A Beautiful Mind
    2000-05-04|98|Gladiator
    1999-09-15|14|American Beauty
    1998-12-11|1934|Shakespeare in Love
    1997-11-18|597|Titanic
    1996-11-14|409|The English Patient
    1995-05-24|197|Braveheart
    1994-06-23|13|Forrest Gump
    1993-12-15|424|Schindler's List
    1992-08-07|33|Unforgiven
    1991-02-14|274|The Silence of the Lambs
    1990-03-30|581|Dances with Wolves
    1989-12-13|403|Driving Miss Daisy
    1988-12-12|380|Rain Man
    1987-10-04|746|The Last Emperor
    1986-12-19|792|Platoon
    1985-12-20|606|Out of Africa
    1984-09-19|279|Amadeus
    1983-11-20|11050|Terms of Endearment
    1982-12-01|783|Gandhi
    1981-05-15|9443|Chariots of Fire
    1980-09-19|16619|Ordinary People
    1979-12-07|12102|Kramer vs. Kramer
    1978-12-08|11778|The Deer Hunter
    1977-04-19|703|Annie Hall
    1976-11-20|1366|Rocky
    1975-11-19|510|One Flew Over the Cuckoo's Nest
    1974-12-20|240|The Godfather Part II
    1973-12-25|9277|The Sting
    1972-03-14|238|The Godfather
    1971-10-09|1051|The French Connection
    1970-01-25|11202|Patton
    1969-05-25|3116|Midnight Cowboy
    1968-09-26|17917|Oliver!
    1967-08-02|10633|In the Heat of the Night
    1966-12-13|874|A Man for All Seasons
    1965-03-02|15121|The Sound of Music
    1964-12-01|11113|My Fair Lady
    1963-10-06|5769|Tom Jones
    1962-12-11|947|Lawrence of Arabia
    1961-12-13|1725|West Side Story
    1960-06-21|284|The Apartment
    1959-11-18|665|Ben-Hur
    1958-05-15|17281|Gigi
    1957-10-11|826|The Bridge on the River Kwai
    1956-10-17|2897|Around the World in 80 Days
    1955-04-11|15919|Marty
    1954-06-22|654|On the Waterfront
    1953-08-28|11426|From Here to Eternity
    1952-02-16|27191|The Greatest Show on Earth
    1951-09-26|2769|An American in Paris
    1950-11-09|705|All About Eve
    1949-11-08|25430|All the King's Men
    1948-12-10|23383|Hamlet
    1947-11-11|33667|Gentleman's Agreement
    1946-12-25|887|The Best Years of Our Lives
    1945-11-29|28580|The Lost Weekend
    1944-05-15|17661|Going My Way
    1943-01-15|289|Casablanca
    1942-07-03|27367|Mrs. Miniver
    1941-10-28|43266|How Green Was My Valley
    1940-03-23|223|Rebecca
    1939-12-15|770|Gone with the Wind
    1938-09-01|34106|You Can't Take It with You
    1937-10-02|43278|The Life of Emile Zola
    1936-04-08|43277|The Great Ziegfeld
    1935-11-22|12311|Mutiny on the Bounty
    1934-02-22|3078|It Happened One Night
    1933-02-08|56164|Cavalcade
    1932-05-25|33680|Grand Hotel
    1931-02-09|42861|Cimarron
    1930-04-29|143|All Quiet on the Western Front
    1929-02-08|65203|The Broadway Melody
    1927-08-12|28966|Wings
    """
}
