package import JSONRPC

// What a value must be, in words.
extension ParameterType {
  /// After "must be".
  package var demand: Message {
    switch self {
    case .text(let range, _): .textOfLength(range.lowerBound, range.upperBound)
    case .integer(let range): .integerInRange(range.lowerBound, range.upperBound)
    case .number(let range): .numberInRange(Int(range.lowerBound), Int(range.upperBound))
    case .boolean: .trueOrFalse
    case .choice(let words): words.count == 1 ? .exactly(words[0]) : .oneOf(MessageChoices(words))
    case .language: .aLanguage
    case .country: .aCountry
    case .requestID: .aRequestID
    case .texts(let maximum): .stringsAtMost(maximum)
    case .integers(let range, let maximum): .integersInRange(maximum, range.lowerBound, range.upperBound)
    case .topics: .topicNamesAtMost(TopicTable.maxNames)
    case .choices(let words): .arrayOf(MessageChoices(words))
    case .titleKey: .aTitleKey
    case .form(let form): form.demand
    case .list(let form, let count): .listOf(count.lowerBound, count.upperBound, form.plural)
    case .counts(let maximum): .countsAtMost(maximum)
    case .object(let maximum): .valuesAtMost(maximum)
    }
  }

  /// For `expected` in an error and for `movierpc describe`.
  package var expectation: String {
    switch self {
    case .integer, .number: String(demand.english.drop { $0 != " " }.dropFirst())
    default: demand.english
    }
  }

  /// The expected value, for an error about `value`: the type if that is wrong, otherwise the range as well.
  package func requirement(for value: JSONValue) -> Message {
    switch (self, value) {
    case (.text, .string(let text)): text.utf8.contains(0) ? .textWithoutNUL : demand
    case (.text, _): .aString
    case (.integer, .number), (.number, .number): demand
    case (.integer, _): .anInteger
    case (.number, _): .aNumber
    default: demand
    }
  }

  /// - Parameter isSecret: the value is not repeated.
  package func refusal(of value: JSONValue, for name: String, isSecret: Bool) -> Message {
    let (name, demand) = (MessageParameter(name), requirement(for: value))
    return isSecret
      ? .parameterMustBe(name, demand)
      : .parameterMustBeNot(name, demand, MessageExcerpt(Spelling.shortened(value.text())))
  }

  /// A guess at the value that was meant.
  package func advice(for value: JSONValue, of name: String) -> Advice? {
    func send(_ value: JSONValue) -> Advice { .send([JSONMember(name, value)]) }
    switch (self, value) {
    case (.integer(let range), .string(let text)):
      if let number = Int(text), range.contains(number) { return send(.integer(number)) }
    case (.boolean, .string("true")), (.boolean, .number("1")): return send(true)
    case (.boolean, .string("false")), (.boolean, .number("0")): return send(false)
    case (.text, .number(let text)):
      if text.utf8.count <= 60 { return send(.string(text)) }
    case (.choice(let words), .string(let word)): return .meant(word.lowercased(), among: words, of: name)
    case (.language, .string(let text)), (.country, .string(let text)):
      let mended = mendedCode(text)
      if case .text? = check(.string(mended)) { return send(.string(mended)) }
    case (.titleKey, .string(let text)) where TitleKey(imdb: text) != nil:
      return send(.string("imdb/\(text)"))
    case (.titleKey, .number(let text)), (.titleKey, .string(let text)):
      guard TitleKey("movie/" + text) != nil else { return nil }
      return Advice(
        .sendEither(
          MessageExcerpt("{\"\(name)\":\"movie/\(text)\"}"), MessageExcerpt("{\"\(name)\":\"tv/\(text)\"}")))
    case (.form(let form), .string(let text)) where TitleKey(imdb: text) != nil && form.fits("imdb/\(text)"):
      return send(.string("imdb/\(text)"))
    case (.form(let form), .number(let text)) where !form.isSecret:
      let keys = ["movie", "tv", "person"].map { "\($0)/\(text)" }.filter(form.fits)
      return keys.count == 1 ? send(.string(keys[0])) : nil
    case (.choices(let words), .array(let items)):
      let wrong = items.compactMap(\.stringValue).first { !words.contains($0) }
      return wrong.flatMap { .meant($0.lowercased(), among: words) }
    case (.list(let form, _), .string(let text)) where form.fits(text) && !form.isSecret:
      if text.utf8.count <= 60 { return send(.array([value])) }
    default: break
    }
    return nil
  }
}
