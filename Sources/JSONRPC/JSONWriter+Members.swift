// A name and its value in one call.
extension JSONWriter {
  package mutating func member(_ name: StaticString, _ value: String) {
    self.name(name)
    string(value)
  }

  package mutating func member(_ name: StaticString, _ value: String?) {
    self.name(name)
    string(value)
  }

  package mutating func member(_ name: StaticString, _ value: Int) {
    self.name(name)
    integer(value)
  }

  package mutating func member(_ name: StaticString, _ value: Int?) {
    self.name(name)
    integer(value)
  }

  package mutating func member(_ name: StaticString, _ value: Double) {
    self.name(name)
    double(value)
  }

  package mutating func member(_ name: StaticString, _ value: Double?) {
    self.name(name)
    double(value)
  }

  package mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    boolean(value)
  }

  package mutating func member(_ name: StaticString, _ value: Bool?) {
    self.name(name)
    boolean(value)
  }

  package mutating func member(_ name: StaticString, _ value: JSONValue) {
    self.name(name)
    self.value(value)
  }

  package mutating func member(_ name: StaticString, raw json: Span<UInt8>) {
    self.name(name)
    raw(json)
  }

  package mutating func member(_ name: StaticString, raw json: [UInt8]) {
    self.name(name)
    raw(json)
  }
}
