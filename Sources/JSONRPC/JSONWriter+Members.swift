// A name and its value in one call.
extension JSONWriter {
  package mutating func member(_ name: StaticString, _ value: String?) {
    self.name(name)
    if let value { string(value) } else { null() }
  }

  package mutating func member(_ name: StaticString, _ value: Int?) {
    self.name(name)
    if let value { integer(value) } else { null() }
  }

  package mutating func member(_ name: StaticString, raw json: [UInt8]) {
    self.name(name)
    raw(json)
  }
}
