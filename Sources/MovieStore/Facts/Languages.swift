package import MovieProtocol

/// TMDB's languages, by name: https://developer.themoviedb.org/reference/configuration-languages. `cn` is
/// TMDB's own code for Cantonese; `mo` and `sh` are no longer in ISO 639-1, but titles have them. Names are
/// from CLDR (https://cldr.unicode.org). Omitted: `xx`, TMDB's code for no language.
package enum Languages {
  package static let all: [Language] = table.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: "|")
    guard parts.count == 3 else { return nil }
    return Language(code: String(parts[0]), name: String(parts[1]), nativeName: String(parts[2]))
  }

  package static func name(_ code: String) -> String? { all.first { $0.code == code }?.name }
  package static func has(_ code: String) -> Bool { name(code) != nil }

  private static let table = """
    ab|Abkhazian|Аԥсшәа
    aa|Afar|Qafar
    af|Afrikaans|Afrikaans
    ak|Akan|Akan
    sq|Albanian|shqip
    am|Amharic|አማርኛ
    ar|Arabic|العربية
    an|Aragonese|aragonés
    hy|Armenian|հայերեն
    as|Assamese|অসমীয়া
    av|Avaric|Avaric
    ae|Avestan|Avestan
    ay|Aymara|Aymara
    az|Azerbaijani|azərbaycan
    bm|Bambara|bamanakan
    bn|Bangla|বাংলা
    ba|Bashkir|башҡорт теле
    eu|Basque|euskara
    be|Belarusian|беларуская
    bi|Bislama|Bislama
    bs|Bosnian|bosanski
    br|Breton|brezhoneg
    bg|Bulgarian|български
    my|Burmese|မြန်မာ
    cn|Cantonese|粵語
    ca|Catalan|català
    ch|Chamorro|Finu' Chamorro
    ce|Chechen|нохчийн
    zh|Chinese|中文
    cu|Church Slavic|церковнослове́нскїй
    cv|Chuvash|чӑваш
    kw|Cornish|kernewek
    co|Corsican|corsu
    cr|Cree|Cree
    hr|Croatian|hrvatski
    cs|Czech|čeština
    da|Danish|dansk
    dv|Divehi|ދިވެހިބަސް
    nl|Dutch|Nederlands
    dz|Dzongkha|རྫོང་ཁ
    en|English|English
    eo|Esperanto|Esperanto
    et|Estonian|eesti
    ee|Ewe|eʋegbe
    fo|Faroese|føroyskt
    fj|Fijian|Fijian
    fi|Finnish|suomi
    fr|French|français
    ff|Fula|Pulaar
    gl|Galician|galego
    lg|Ganda|Luganda
    ka|Georgian|ქართული
    de|German|Deutsch
    el|Greek|Ελληνικά
    gn|Guarani|avañe’ẽ
    gu|Gujarati|ગુજરાતી
    ht|Haitian Creole|Kreyòl Ayisyen
    ha|Hausa|Hausa
    he|Hebrew|עברית
    hz|Herero|Herero
    hi|Hindi|हिन्दी
    ho|Hiri Motu|Hiri Motu
    hu|Hungarian|magyar
    is|Icelandic|íslenska
    io|Ido|Ido
    ig|Igbo|Igbo
    id|Indonesian|Indonesia
    ia|Interlingua|interlingua
    ie|Interlingue|Interlingue
    iu|Inuktitut|ᐃᓄᒃᑎᑐᑦ
    ik|Inupiaq|Inupiaq
    ga|Irish|Gaeilge
    it|Italian|italiano
    ja|Japanese|日本語
    jv|Javanese|Jawa
    kl|Kalaallisut|kalaallisut
    kn|Kannada|ಕನ್ನಡ
    kr|Kanuri|Kanuri
    ks|Kashmiri|کٲشُر
    kk|Kazakh|қазақ тілі
    km|Khmer|ខ្មែរ
    ki|Kikuyu|Gikuyu
    rw|Kinyarwanda|Ikinyarwanda
    kv|Komi|Komi
    kg|Kongo|Kongo
    ko|Korean|한국어
    kj|Kuanyama|Kuanyama
    ku|Kurdish|kurdî (kurmancî)
    ky|Kyrgyz|кыргызча
    lo|Lao|ລາວ
    la|Latin|Latina
    lv|Latvian|latviešu
    li|Limburgish|Limburgish
    ln|Lingala|lingála
    lt|Lithuanian|lietuvių
    lu|Luba-Katanga|Tshiluba
    lb|Luxembourgish|Lëtzebuergesch
    mk|Macedonian|македонски
    mg|Malagasy|Malagasy
    ms|Malay|Melayu
    ml|Malayalam|മലയാളം
    mt|Maltese|Malti
    gv|Manx|Gaelg
    mi|Māori|Māori
    mr|Marathi|मराठी
    mh|Marshallese|Marshallese
    mo|Moldovan|moldovenească
    mn|Mongolian|монгол
    na|Nauru|Nauru
    nv|Navajo|Diné Bizaad
    ng|Ndonga|Ndonga
    ne|Nepali|नेपाली
    nd|North Ndebele|isiNdebele
    se|Northern Sami|davvisámegiella
    no|Norwegian|norsk
    nb|Norwegian Bokmål|norsk bokmål
    nn|Norwegian Nynorsk|norsk nynorsk
    ny|Nyanja|Nyanja
    oc|Occitan|occitan
    or|Odia|ଓଡ଼ିଆ
    oj|Ojibwa|Ojibwa
    om|Oromo|Oromoo
    os|Ossetic|ирон
    pi|Pali|Pali
    ps|Pashto|پښتو
    fa|Persian|فارسی
    pl|Polish|polski
    pt|Portuguese|português
    pa|Punjabi|ਪੰਜਾਬੀ
    qu|Quechua|Runasimi
    ro|Romanian|română
    rm|Romansh|rumantsch
    rn|Rundi|Ikirundi
    ru|Russian|русский
    sm|Samoan|Samoan
    sg|Sango|Sängö
    sa|Sanskrit|संस्कृत भाषा
    sc|Sardinian|sardu
    gd|Scottish Gaelic|Gàidhlig
    sr|Serbian|српски
    sh|Serbo-Croatian|srpskohrvatski
    sn|Shona|chiShona
    ii|Sichuan Yi|ꆈꌠꉙ
    sd|Sindhi|سنڌي
    si|Sinhala|සිංහල
    sk|Slovak|slovenčina
    sl|Slovenian|slovenščina
    so|Somali|Soomaali
    nr|South Ndebele|isiNdebele
    st|Southern Sotho|Sesotho
    es|Spanish|español
    su|Sundanese|Basa Sunda
    sw|Swahili|Kiswahili
    ss|Swati|siSwati
    sv|Swedish|svenska
    tl|Tagalog|Tagalog
    ty|Tahitian|Tahitian
    tg|Tajik|тоҷикӣ
    ta|Tamil|தமிழ்
    tt|Tatar|татар
    te|Telugu|తెలుగు
    th|Thai|ไทย
    bo|Tibetan|བོད་སྐད་
    ti|Tigrinya|ትግርኛ
    to|Tongan|lea fakatonga
    ts|Tsonga|Xitsonga
    tn|Tswana|Setswana
    tr|Turkish|Türkçe
    tk|Turkmen|türkmen dili
    tw|Twi|Twi
    uk|Ukrainian|українська
    ur|Urdu|اردو
    ug|Uyghur|ئۇيغۇرچە
    uz|Uzbek|o‘zbek
    ve|Venda|Tshivenḓa
    vi|Vietnamese|Tiếng Việt
    vo|Volapük|Volapük
    wa|Walloon|walon
    cy|Welsh|Cymraeg
    fy|Western Frisian|Frysk
    wo|Wolof|Wolof
    xh|Xhosa|IsiXhosa
    yi|Yiddish|ייִדיש
    yo|Yoruba|Èdè Yorùbá
    za|Zhuang|Vahcuengh
    zu|Zulu|isiZulu
    """
}
