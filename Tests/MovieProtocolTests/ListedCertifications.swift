/// Every certificate of TMDB's two lists with its age, or without one, as they were in November 2025:
/// https://developer.themoviedb.org/reference/certification-movie-list and certifications-tv-list
struct ListedCertification: Sendable, CustomStringConvertible {
  let country: String
  let value: String
  let age: Int?

  var description: String { "\(country) \(value)" }

  static let all = read(films) + read(series)

  private static func read(_ list: String) -> [ListedCertification] {
    list.split(separator: "\n").flatMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts[1].split(separator: ";").map { item in
        let words = item.drop { $0 == " " }.split(separator: "=")
        return ListedCertification(
          country: String(parts[0]), value: String(words[0]), age: words.count > 1 ? Int(words[1]) : nil)
      }
    }
  }

  private static let films = """
    AR: ATP=0; +13=13; +16=16; +18=18; C=18
    AU: E=0; G=0; PG=8; M=15; MA 15+=15; R 18+=18; X 18+=18; RC=18
    BG: A=0; B=0; C=12; D=16; X=18
    BR: L=0; 10=10; 12=12; 14=14; 16=16; 18=18
    CA-QC: NR; G=0; 13+=13; 16+=16; 18+=18
    CA: E=0; G=0; PG=8; 14A=14; 18A=18; R=18; A=18
    CH: 0=0; 6=6; 8=8; 10=10; 12=12; 14=14; 16=16; 18=18
    CZ: UR; U=0; 12+=12; 15+=15; 18+=18
    DE: 0=0; 6=6; 12=12; 16=16; 18=18
    DK: NR; A=0; 7=7; 11=11; 15=15; F=0
    ES: A=0; Ai=0; 7=7; 7i=7; 12=12; 16=16; 18=18; X=18
    FI: S=0; K-7=7; K-12=12; K-16=16; K-18=18; KK=18
    FR: TP=0; 12=12; 16=16; 18=18
    GB: U=0; PG=8; 12A=12; 12=12; 15=15; 18=18; R18=18
    GR: K=0; K12=12; K15=15; K18=18
    HK: I=0; IIA=8; IIB=15; III=18
    HU: NR; KN=0; 6=6; 12=12; 16=16; 18=18; X=18
    ID: SU=0; 13+=13; 17+=17; 21+=21
    IE: G=0; PG=8; 12A=12; 12=12; 15A=15; 15=15; 16=16; 18=18
    IL: All=0; 12=12; 14=14; 16=16; 18=18
    IN: U=0; U/A 7+=7; UA=12; U/A 13+=13; U/A 16+=16; A=18; S=18
    IT: NR; T=0; 6+=6; 14+=14; 18+=18
    JP: G=0; PG12=12; R15+=15; R18+=18
    KR: All=0; 12=12; 15=15; 18=18; Restricted Screening=19
    LT: NR; V=0; N-7=7; N-13=13; N-16=16; N-18=18
    LU: EA=0; 6=6; 12=12; 16=16; 18=18
    LV: U=0; 7+=7; 12+=12; 16+=16; 18+=18
    MO: A=0; B=13; C=18; D=18
    MX: AA=0; A=0; B=12; B-15=15; C=18; D=18
    MY: NR; U=0; P13=13; 18SG=18; 18SX=18; 18PA=18; 18PL=18
    NL: AL=0; 6=6; 9=9; 12=12; 14=14; 16=16; 18=18
    NO: NR; A=0; 6=6; 9=9; 12=12; 15=15; 18=18
    NZ: G=0; PG=8; M=16; R13=13; RP13=13; R15=15; R16=16; RP16=16; R18=18; RP18=18; R=18
    PH: NR; G=0; PG=13; R-13=13; R-16=16; R-18=18; X=18
    PR: NR; G=0; PG=10; PG-13=13; R=17; NC-17=18
    PT: Públicos=0; M/3=3; M/6=6; M/12=12; M/14=14; M/16=16; M/18=18; P=18
    RU: NR; 0+=0; 6+=6; 12+=12; 16+=16; 18+=18
    SE: NR; Btl=0; 7=7; 11=11; 15=15
    SG: G=0; PG=8; PG13=13; NC16=16; M18=18; R21=21
    SK: U=0; 7=7; 12=12; 15=15; 18=18
    TH: P=0; G=0; 13=13; 15=15; 18=18; 20=20; Banned=18
    TR: Genel İzleyici Kitlesi=0; 6A=6; 6+=6; 10A=10; 10+=10; 13A=13; 13+=13; 16+=16; 18+=18
    TW: 0+=0; 6+=6; 12+=12; 15+=15; 18+=18
    US: NR; G=0; PG=10; PG-13=13; R=17; NC-17=18
    VI: NR; G=0; PG=10; PG-13=13; R=17; NC-17=18
    ZA: A=0; PG=8; 7-9PG=7; 10-12PG=10; 13=13; 16=16; 18=18; X18=18; XX=18
    """

  private static let series = """
    AR: ATP=0; SAM 13=13; SAM 16=16; SAM 18=18
    AU: P=0; C=0; G=0; PG=8; M=15; MA 15+=15; AV 15+=15; R 18+=18
    BG: Unrated=0; 12=12; 14=14; 16=16; 18=18
    BR: L=0; 10=10; 12=12; 14=14; 16=16; 18=18
    CA-QC: NR; G=0; 8+=8; 13+=13; 16+=16; 18+=18
    CA: Exempt=0; C=0; C8=8; G=0; PG=8; 14+=14; 18+=18
    DE: 0=0; 6=6; 12=12; 16=16; 18=18
    DK: A=0; 7=7; 11=11; 15=15
    ES: NR; ERI=0; TP=0; 7=7; 10=10; 12=12; 13=13; 16=16; 18=18
    FI: S=0; K7=7; K12=12; K16=16; K18=18
    FR: NR; 10=10; 12=12; 16=16; 18=18
    GB: U=0; PG=8; 12A=12; 12=12; 15=15; 18=18; R18=18
    GR: K=0; 8=8; 12=12; 16=16; 18=18
    HU: NR; Unrated=0; Children=0; 6=6; 12=12; 16=16; 18=18
    ID: SU=0; P=2; A=7; R=13; D=18
    IL: E=0; G=0; 12+=12; 15+=15; 18+=18
    IN: U=0; U/A 7+=7; U/A 13+=13; U/A 16+=16; A=18
    IT: T=0; BA=8; VM12=12; VM14=14; VM18=18
    KR: Exempt=0; ALL=0; 7=7; 12=12; 15=15; 19=19
    LT: NR; N-7=7; N-14=14; S=18
    MA: NR=0; 10=10; 12=12; 16=16
    MX: AA=0; A=0; B=12; B-15=15; C=18; D=18
    MY: U=0; P13=13; 18=18
    NL: NR; AL=0; 6=6; 9=9; 12=12; 14=14; 16=16; 18=18
    NO: A=0; 6=6; 9=9; 12=12; 15=15; 18=18
    NZ: G=0; PG=8; M=16; 16=16; 18=18
    PH: NR; G=0; PG=13; SPG=13; X=18
    PL: 0=0; 7=7; 12=12; 16=16; 18=18
    PR: NR; TV-Y=0; TV-Y7=7; TV-G=0; TV-PG=10; TV-14=14; TV-MA=17
    PT: NR; T=0; 10AP=10; 12AP=12; 16=16; 18=18
    RU: 0+=0; 6+=6; 12+=12; 16+=16; 18+=18
    SE: Btl=0; Från 7 år=7; Från 11 år=11; Från 15 år=15
    SG: G=0; PG=8; PG13=13; NC16=16; M18=18; R21=21
    SK: NR; U=0; 7=7; 12=12; 15=15; 18=18
    TH: ส=0; ท=0; น 13+=13; น 15+=15; น 18+=18; ฉ 20-=20; -=18
    TR: Genel İzleyici=0; 7+=7; 13+=13; 18+=18
    TW: 0+=0; 6+=6; 12+=12; 15+=15; 18+=18
    US: NR; TV-Y=0; TV-Y7=7; TV-G=0; TV-PG=10; TV-14=14; TV-MA=17
    VI: NR; TV-Y=0; TV-Y7=7; TV-G=0; TV-PG=10; TV-14=14; TV-MA=17
    ZA: All=0; PG=8; 13=13; 16=16; 18=18; X18=18
    """
}
