package import JSONRPC

/// The values of a parameter with their Swift type: a ``ParameterType`` that is checked, and how the checked
/// value is read.
package struct ValueType<Value: Sendable>: Sendable {
  let type: ParameterType
  /// Nil for what ``type`` would not have let through.
  let read: @Sendable (ArgumentValue) -> Value?
  let write: @Sendable (Value) -> ArgumentValue
}

extension ValueType where Value == String {
  package static func text(_ range: ClosedRange<Int>, trimmed: Bool) -> Self {
    text(.text(range, trimmed: trimmed))
  }
  package static func form(_ form: TextForm) -> Self { text(.form(form)) }
  /// One of these words, which have no type of their own.
  package static func word(_ words: [String]) -> Self { text(.choice(words)) }
  package static var language: Self { text(.language) }
  package static var country: Self { text(.country) }

  private static func text(_ type: ParameterType) -> Self {
    Self(type: type, read: \.text, write: ArgumentValue.text)
  }
}

extension ValueType where Value == Int {
  package static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(type: .integer(range), read: \.integer, write: ArgumentValue.integer)
  }
}

extension ValueType where Value == Double {
  package static func number(_ range: ClosedRange<Double>) -> Self {
    Self(type: .number(range), read: \.number, write: ArgumentValue.number)
  }
}

extension ValueType where Value == Bool {
  package static var boolean: Self { Self(type: .boolean, read: \.boolean, write: ArgumentValue.boolean) }
}

extension ValueType where Value == [String] {
  package static func texts(maximum: Int) -> Self { texts(.texts(maximum: maximum)) }
  package static var topics: Self { texts(.topics) }

  private static func texts(_ type: ParameterType) -> Self {
    Self(type: type, read: \.texts, write: ArgumentValue.texts)
  }
}

extension ValueType where Value == [String: Int] {
  package static func counts(maximum: Int) -> Self {
    Self(
      type: .counts(maximum: maximum),
      read: { argument in
        argument.json.objectValue.map { members in
          // A name that is given twice has its last value.
          Dictionary(members.compactMap { member in member.value.intValue.map { (member.name, $0) } }) { $1 }
        }
      },
      write: { counts in
        .json(.object(counts.sorted { $0.key < $1.key }.map { JSONMember($0.key, .integer($0.value)) }))
      })
  }
}

extension ValueType where Value == [Int] {
  package static func integers(_ range: ClosedRange<Int>, maximum: Int) -> Self {
    Self(
      type: .integers(range, maximum: maximum), read: { $0.json.arrayValue?.compactMap(\.intValue) },
      write: { .json(.array($0.map { .integer($0) })) })
  }
}

extension ValueType {
  package static func object(maximum: Int) -> ValueType<JSONValue> where Value == JSONValue {
    json(.object(maximum: maximum))
  }
  package static func requestID() -> ValueType<JSONValue> where Value == JSONValue { json(.requestID) }

  private static func json(_ type: ParameterType) -> Self where Value == JSONValue {
    Self(type: type, read: \.json, write: ArgumentValue.json)
  }
}

extension ValueType where Value == TitleKey {
  package static var titleKey: Self {
    Self(type: .titleKey, read: { $0.text.flatMap { TitleKey($0) } }, write: { .text($0.text) })
  }
}

extension ValueType {
  /// A type that is spelled as one of these words.
  package static func spelled(
    _ spellings: [String], _ read: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) -> Self {
    Self(type: .choice(spellings), read: { $0.text.flatMap(read) }, write: { .text(write($0)) })
  }
}

extension ValueType where Value: RawRepresentable<String> & CaseIterable {
  package static func choice(_: Value.Type) -> Self {
    spelled(Value.allCases.map(\.rawValue), Value.init(rawValue:), write: \.rawValue)
  }
}

extension ValueType {
  /// A field with a direction.
  package static func order<Field>(_: Field.Type) -> Self where Value == SortOrder<Field> {
    spelled(Value.spellings, Value.init, write: \.text)
  }

  /// An array of these words, each counted once.
  package static func choices<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> Self
  where Value == [Word] {
    spelled(list: Word.allCases.map(\.rawValue), Word.init(rawValue:), write: \.rawValue)
  }

  package static func spelled<Word>(
    list spellings: [String], _ read: @escaping @Sendable (String) -> Word?,
    write: @escaping @Sendable (Word) -> String
  ) -> Self where Value == [Word] {
    Self(
      type: .choices(spellings), read: { $0.texts?.compactMap(read) }, write: { .texts($0.map(write)) })
  }
}
