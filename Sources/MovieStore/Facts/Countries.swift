package import MovieProtocol

/// All countries, by name. Names are from CLDR (https://cldr.unicode.org).
package enum Countries {
  package static let all: [Country] = table.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: "|")
    guard parts.count == 3 else { return nil }
    return Country(
      code: String(parts[0].prefix(2)), name: String(parts[1]), nativeName: String(parts[2]),
      hasWhereToWatch: parts[0].hasSuffix("+"))
  }

  package static func name(_ code: String) -> String? { all.first { $0.code == code }?.name }
  package static func has(_ code: String) -> Bool { name(code) != nil }

  /// One text, because the compiler is slow with a literal of many structures. A + after a code means
  /// ``Country/hasWhereToWatch``.
  private static let table = """
    AF |Afghanistan|افغانستان
    AX |Åland Islands|Åland
    AL+|Albania|Shqipëri
    DZ+|Algeria|الجزائر
    AS |American Samoa|American Samoa
    AD+|Andorra|Andorra
    AO+|Angola|Angola
    AI |Anguilla|Anguilla
    AQ |Antarctica|Antarctica
    AG+|Antigua & Barbuda|Antigua & Barbuda
    AR+|Argentina|Argentina
    AM |Armenia|Հայաստան
    AW |Aruba|Aruba
    AU+|Australia|Australia
    AT+|Austria|Österreich
    AZ+|Azerbaijan|Azərbaycan
    BS+|Bahamas|Bahamas
    BH+|Bahrain|البحرين
    BD |Bangladesh|বাংলাদেশ
    BB+|Barbados|Barbados
    BY+|Belarus|Беларусь
    BE+|Belgium|België
    BZ+|Belize|Belize
    BJ |Benin|Bénin
    BM+|Bermuda|Bermuda
    BT |Bhutan|འབྲུག
    BO+|Bolivia|Bolivia
    BA+|Bosnia & Herzegovina|Bosna i Hercegovina
    BW |Botswana|Botswana
    BV |Bouvet Island|Bouvetøya
    BR+|Brazil|Brasil
    IO |British Indian Ocean Territory|British Indian Ocean Territory
    VG |British Virgin Islands|British Virgin Islands
    BN |Brunei|Brunei
    BG+|Bulgaria|България
    BF+|Burkina Faso|Burkina Faso
    BI |Burundi|Uburundi
    KH |Cambodia|កម្ពុជា
    CM+|Cameroon|Cameroun
    CA+|Canada|Canada
    CV+|Cape Verde|Cabo Verde
    BQ |Caribbean Netherlands|Caribisch Nederland
    KY |Cayman Islands|Cayman Islands
    CF |Central African Republic|République centrafricaine
    TD+|Chad|تشاد
    CL+|Chile|Chile
    CN |China|中国
    CX |Christmas Island|Christmas Island
    CC |Cocos (Keeling) Islands|Cocos (Keeling) Islands
    CO+|Colombia|Colombia
    KM |Comoros|جزر القمر
    CG |Congo - Brazzaville|Congo-Brazzaville
    CD+|Congo - Kinshasa|Congo-Kinshasa
    CK |Cook Islands|Cook Islands
    CR+|Costa Rica|Costa Rica
    CI+|Côte d’Ivoire|Côte d’Ivoire
    HR+|Croatia|Hrvatska
    CU+|Cuba|Cuba
    CW |Curaçao|Kòrsou
    CY+|Cyprus|Κύπρος
    CZ+|Czechia|Česko
    DK+|Denmark|Danmark
    DJ |Djibouti|Djibouti
    DM |Dominica|Dominica
    DO+|Dominican Republic|República Dominicana
    EC+|Ecuador|Ecuador
    EG+|Egypt|مصر
    SV+|El Salvador|El Salvador
    GQ+|Equatorial Guinea|Guinea Ecuatorial
    ER |Eritrea|ኤርትራ
    EE+|Estonia|Eesti
    SZ |Eswatini|Eswatini
    ET |Ethiopia|ኢትዮጵያ
    FK |Falkland Islands|Falkland Islands
    FO |Faroe Islands|Føroyar
    FJ+|Fiji|Fiji
    FI+|Finland|Suomi
    FR+|France|France
    GF+|French Guiana|Guyane française
    PF+|French Polynesia|Polynésie française
    TF |French Southern Territories|Terres australes françaises
    GA |Gabon|Gabon
    GM |Gambia|Gambia
    GE |Georgia|საქართველო
    DE+|Germany|Deutschland
    GH+|Ghana|Ghana
    GI+|Gibraltar|Gibraltar
    GR+|Greece|Ελλάδα
    GL |Greenland|Kalaallit Nunaat
    GD |Grenada|Grenada
    GP+|Guadeloupe|Guadeloupe
    GU |Guam|Guam
    GT+|Guatemala|Guatemala
    GG |Guernsey|Guernsey
    GN |Guinea|Guinée
    GW |Guinea-Bissau|Guiné-Bissau
    GY+|Guyana|Guyana
    HT |Haiti|Haïti
    HM |Heard & McDonald Islands|Heard & McDonald Islands
    HN+|Honduras|Honduras
    HK+|Hong Kong|香港
    HU+|Hungary|Magyarország
    IS+|Iceland|Ísland
    IN+|India|भारत
    ID+|Indonesia|Indonesia
    IR |Iran|ایران
    IQ+|Iraq|العراق
    IE+|Ireland|Ireland
    IM |Isle of Man|Isle of Man
    IL+|Israel|ישראל
    IT+|Italy|Italia
    JM+|Jamaica|Jamaica
    JP+|Japan|日本
    JE |Jersey|Jersey
    JO+|Jordan|الأردن
    KZ |Kazakhstan|Қазақстан
    KE+|Kenya|Kenya
    KI |Kiribati|Kiribati
    XK+|Kosovo|Kosovë
    KW+|Kuwait|الكويت
    KG |Kyrgyzstan|Кыргызстан
    LA |Laos|ລາວ
    LV+|Latvia|Latvija
    LB+|Lebanon|لبنان
    LS |Lesotho|Lesotho
    LR |Liberia|Liberia
    LY+|Libya|ليبيا
    LI+|Liechtenstein|Liechtenstein
    LT+|Lithuania|Lietuva
    LU+|Luxembourg|Lëtzebuerg
    MO |Macao|澳門
    MG+|Madagascar|Madagasikara
    MW+|Malawi|Malawi
    MY+|Malaysia|Malaysia
    MV |Maldives|ދިވެހި ރާއްޖެ
    ML+|Mali|Mali
    MT+|Malta|Malta
    MH |Marshall Islands|Marshall Islands
    MQ |Martinique|Martinique
    MR |Mauritania|موريتانيا
    MU+|Mauritius|Mauritius
    YT |Mayotte|Mayotte
    MX+|Mexico|México
    FM |Micronesia|Micronesia
    MD+|Moldova|Republica Moldova
    MC+|Monaco|Monaco
    MN |Mongolia|Монгол
    ME+|Montenegro|Crna Gora
    MS |Montserrat|Montserrat
    MA+|Morocco|المغرب
    MZ+|Mozambique|Moçambique
    MM |Myanmar (Burma)|မြန်မာ
    NA |Namibia|Namibia
    NR |Nauru|Nauru
    NP |Nepal|नेपाल
    NL+|Netherlands|Nederland
    NC |New Caledonia|Nouvelle-Calédonie
    NZ+|New Zealand|New Zealand
    NI+|Nicaragua|Nicaragua
    NE+|Niger|Niger
    NG+|Nigeria|Nigeria
    NU |Niue|Niue
    NF |Norfolk Island|Norfolk Island
    KP |North Korea|조선민주주의인민공화국
    MK+|North Macedonia|Северна Македонија
    MP |Northern Mariana Islands|Northern Mariana Islands
    NO+|Norway|Norge
    OM+|Oman|عُمان
    PK+|Pakistan|پاکستان
    PW |Palau|Palau
    PS+|Palestine|فلسطين
    PA+|Panama|Panamá
    PG+|Papua New Guinea|Papua Niugini
    PY+|Paraguay|Paraguay
    PE+|Peru|Perú
    PH+|Philippines|Pilipinas
    PN |Pitcairn Islands|Pitcairn Islands
    PL+|Poland|Polska
    PT+|Portugal|Portugal
    PR |Puerto Rico|Puerto Rico
    QA+|Qatar|قطر
    RE |Réunion|La Réunion
    RO+|Romania|România
    RU+|Russia|Россия
    RW |Rwanda|U Rwanda
    WS |Samoa|Samoa
    SM+|San Marino|San Marino
    ST |São Tomé & Príncipe|São Tomé e Príncipe
    SA+|Saudi Arabia|المملكة العربية السعودية
    SN+|Senegal|Sénégal
    RS+|Serbia|Србија
    SC+|Seychelles|Seychelles
    SL |Sierra Leone|Sierra Leone
    SG+|Singapore|Singapore
    SX |Sint Maarten|Sint Maarten
    SK+|Slovakia|Slovensko
    SI+|Slovenia|Slovenija
    SB |Solomon Islands|Solomon Islands
    SO |Somalia|Soomaaliya
    ZA+|South Africa|South Africa
    GS |South Georgia & South Sandwich Islands|South Georgia & South Sandwich Islands
    KR+|South Korea|대한민국
    SS |South Sudan|South Sudan
    ES+|Spain|España
    LK |Sri Lanka|ශ්‍රී ලංකාව
    BL |St. Barthélemy|Saint-Barthélemy
    SH |St. Helena|St Helena
    KN |St. Kitts & Nevis|St Kitts & Nevis
    LC+|St. Lucia|St Lucia
    MF |St. Martin|Saint-Martin
    PM |St. Pierre & Miquelon|Saint-Pierre-et-Miquelon
    VC |St. Vincent & Grenadines|St Vincent & the Grenadines
    SD |Sudan|السودان
    SR |Suriname|Suriname
    SJ |Svalbard & Jan Mayen|Svalbard og Jan Mayen
    SE+|Sweden|Sverige
    CH+|Switzerland|Schweiz
    SY |Syria|سوريا
    TW+|Taiwan|台灣
    TJ |Tajikistan|Тоҷикистон
    TZ+|Tanzania|Tanzania
    TH+|Thailand|ไทย
    TL |Timor-Leste|Timor-Leste
    TG |Togo|Togo
    TK |Tokelau|Tokelau
    TO |Tonga|Tonga
    TT+|Trinidad & Tobago|Trinidad & Tobago
    TN+|Tunisia|تونس
    TR+|Türkiye|Türkiye
    TM |Turkmenistan|Türkmenistan
    TC+|Turks & Caicos Islands|Turks & Caicos Islands
    TV |Tuvalu|Tuvalu
    UM |U.S. Outlying Islands|U.S. Outlying Islands
    VI |U.S. Virgin Islands|U.S. Virgin Islands
    UG+|Uganda|Uganda
    UA+|Ukraine|Україна
    AE+|United Arab Emirates|الإمارات العربية المتحدة
    GB+|United Kingdom|United Kingdom
    US+|United States|United States
    UY+|Uruguay|Uruguay
    UZ |Uzbekistan|Oʻzbekiston
    VU |Vanuatu|Vanuatu
    VA+|Vatican City|Città del Vaticano
    VE+|Venezuela|Venezuela
    VN |Vietnam|Việt Nam
    WF |Wallis & Futuna|Wallis-et-Futuna
    EH |Western Sahara|الصحراء الغربية
    YE+|Yemen|اليمن
    ZM+|Zambia|Zambia
    ZW+|Zimbabwe|Zimbabwe
    """
}
