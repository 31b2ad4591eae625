import JSONRPC
import MovieProtocol
import Testing

@Suite struct MessageTableTests {
  @Test func ids_are_unique_and_lead_to_their_forms() {
    for form in MessageTable.all {
      #expect(MessageTable.form(form.id)?.english == form.english, "\(form.id)")
      #expect(form.id.wholeMatch(of: /[a-z0-9]+(_[a-z0-9]+)*/) != nil, "\(form.id)")
    }
    #expect(
      Set(MessageTable.all.map(\.english)).count == MessageTable.all.count - 3,
      "three are a reason alone, one is in two places")
  }

  @Test func every_argument_has_a_place() {
    for form in MessageTable.all {
      #expect(form.names.count == form.kinds.count, "\(form.id)")
      #expect(Set(form.names).count == form.names.count, "\(form.id)")
    }
  }
}
