import Testing

/// The daemon is linked with empty data for ICU: see `EmptyICUData`. What Foundation does with it would end the process.
@Suite struct NoICUTests {
  private static let words: Set<Substring> = [
    "Locale", "NSLocale", "Calendar", "NSCalendar", "DateComponents", "TimeZone", "NSTimeZone", "Formatter",
    "DateFormatter", "ISO8601DateFormatter", "DateIntervalFormatter", "DateComponentsFormatter",
    "RelativeDateTimeFormatter", "NumberFormatter", "ByteCountFormatter", "MeasurementFormatter",
    "LengthFormatter", "MassFormatter", "EnergyFormatter", "PersonNameComponentsFormatter", "ListFormatter",
    "FormatStyle", "ParseStrategy", "NSRegularExpression", "NSDataDetector", "NSPredicate",
    "FoundationInternationalization", "CFLocale", "CFStringTransform", "CFStringTokenizer",
  ]

  private static let members: Set<Substring> = [
    "formatted", "folding", "applyingTransform", "regularExpression", "localized", "localizedName",
    "localizedCompare", "localizedCaseInsensitiveCompare", "localizedStandardCompare",
    "localizedStandardContains", "localizedStandardRange", "localizedCaseInsensitiveContains",
    "localizedLowercase", "localizedUppercase", "localizedCapitalized", "localizedStringWithFormat",
    "enumerateSubstrings", "enumerateLinguisticTags", "linguisticTags",
  ]

  @Test func no_source_asks_foundation_for_what_icu_does() {
    let files = SourceFiles.swift(under: "Sources")
    #expect(files.count > 500)
    for file in files {
      let code = SwiftCode(file)
      let found = code.words.intersection(Self.words).union(code.members.intersection(Self.members))
      #expect(found.isEmpty, "\(file) names \(found.sorted())")
    }
  }
}
