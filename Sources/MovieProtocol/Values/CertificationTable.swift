/// The certificates that name no age, or another than the only number in them: those of TMDB's lists
/// (https://developer.themoviedb.org/reference/certification-movie-list and certifications-tv-list), and
/// others that titles have there. What may not be shown at all has the age of adults.
enum CertificationTable {
  static let rows: [(country: String, ages: [(word: String, age: Int)])] =
    text.split(separator: "\n").flatMap { line in
      let parts = line.split(separator: " ")
      let ages = parts.dropFirst().compactMap { part -> (word: String, age: Int)? in
        let pair = part.split(separator: "=")
        guard pair.count == 2, let age = Int(pair[1]) else { return nil }
        return (String(pair[0]), age)
      }
      return (parts.first ?? "").split(separator: ",").map { (String($0), ages) }
    }

  /// Countries, then certificates in capital letters, without blanks, İ as I.
  private static let text = """
    AR ATP=0 C=18
    AT UNRESTRICTED=0
    AU E=0 P=0 C=0 G=0 PG=8 M=15 R=18 X=18 RC=18
    BE AL=0 KT=0 EA=0 KT/EA=0 KNT=16 ENA=16 KNT/ENA=16
    BG A=0 B=0 C=12 D=16 X=18 UNRATED=0
    BR L=0 AL=0
    CA G=0 C=0 E=0 EXEMPT=0 PG=8 R=18 A=18
    CA-QC G=0
    CH 0=0
    CL TE=0
    CO T=0
    CZ U=0
    DE FSK0=0 KEINEJUGENDFREIGABE=18
    DK A=0 F=0
    EE L=0
    ES A=0 AI=0 APTA=0 TP=0 ERI=0 INFANTIL=0 X=18 PX=18
    FI S=0 K-S=0 KK=18
    FR U=0 TP=0 TOUSPUBLICS=0 X=18
    GB U=0 UC=0 PG=8
    GR K=0 K-A=0 Κ=0 Κ-Α=0
    HK I=0 IIA=8 IIB=15 III=18
    HU KN=0 UNRATED=0 CHILDREN=0 X=18
    ID SU=0 P=2 A=7 R=13 D=18
    IE G=0 PG=8 PS=15 MA=18 GA=0 YA=12 CH=0
    IL ALL=0 E=0 G=0
    IN U=0 UA=12 U/A=12 A=18 S=18
    IS L=0
    IT T=0 BA=8
    JP G=0
    KR ALL=0 EXEMPT=0 전체=0 전체관람가=0 청소년관람불가=19 RESTRICTEDSCREENING=19
    LT V=0 S=18
    LU EA=0
    LV U=0
    MA NR=0
    MO A=0 B=13 C=18 D=18
    MT U=0 PG=8
    MX AA=0 A=0 B=12 C=18 D=18
    MY U=0
    NL AL=0
    NO A=0
    NZ G=0 PG=8 M=16 R=18
    PH G=0 PG=13 SPG=13 X=18
    PL BO=0
    PT PÚBLICOS=0 PARATODOSOSPÚBLICOS=0 PARATODOSOSPUBLICOS=0 T=0 TP=0 P=18 A=18
    RO AG=0 AP=8 AP-12=12 IM-18-XXX=18 IM-18-X=18
    SE BTL=0 BARNTILLÅTEN=0
    SG G=0 PG=8
    SK U=0
    TH G=0 P=0 ส=0 ท=0 BANNED=18 -=18
    TR GENELIZLEYICI=0 GENELIZLEYICIKITLESI=0
    TW 普=0 普遍級=0 護=6 保護級=6 限=18 限制級=18 輔導級=12
    US,PR,VI,GU,AS,MP G=0 PG=10 PG-13=13 R=17 NC-17=18 X=18 TV-Y=0 TV-Y7=7 TV-Y7-FV=7 TV-G=0 TV-PG=10 TV-14=14 TV-MA=17
    VN P=0
    ZA A=0 ALL=0 PG=8 7-9PG=7 10-12PG=10 XX=18
    """
}
