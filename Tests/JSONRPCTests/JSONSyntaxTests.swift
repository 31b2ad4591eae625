import JSONRPC
import Testing

struct JSONSyntaxTests {
  @Test func suite_is_as_large_as_it_should_be() {
    let names = (JSONSample.accepted + JSONSample.refused).map(\.name)
    #expect(names.count > 300)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: JSONSample.accepted) func accepted_text_is_accepted_everywhere(_ sample: JSONSample) {
    #expect(sample.problems == ["none", "none", "none"])
  }

  @Test(arguments: JSONSample.refused) func refused_text_is_refused_everywhere(_ sample: JSONSample) {
    let problems = sample.problems
    #expect(problems[0] != "none")
    #expect(Set(problems).count == 1, "\(problems)")
  }

  @Test(arguments: JSONSample.accepted) func accepted_text_is_accepted_as_a_parameter(_ sample: JSONSample)
    throws
  {
    // One level for the request, one for the params, so the deepest sample has no room.
    guard sample.name != "y_structure_64_nested_arrays" else { return }
    let params = Array(#"{"x":"#.utf8) + sample.bytes + Array("}".utf8)
    let message = Array(#"{"jsonrpc":"2.0","method":"m","params":"#.utf8) + params + Array("}".utf8)
    guard case .request(let envelope) = EnvelopeScanner().scan(message.span) else {
      Issue.record("not a request")
      return
    }
    #expect(envelope.params.map { Array(message[$0]) } == params)
  }

  @Test(arguments: [
    ("", 0, JSONSyntaxError.Problem.end), ("[1,", 3, .end), (#"{"a""#, 4, .end), ("[1}", 2, .byte),
    ("nul", 3, .end), ("nulx", 3, .byte), ("[] x", 3, .rest), ("\"a\n\"", 2, .control),
    (#""\x""#, 1, .escape),
    (#""a\u12g4""#, 6, .escape), (#""a\ud800b""#, 2, .surrogate), ("01", 1, .rest), ("[-x]", 2, .number),
    ("1.", 2, .end), ("[1.e]", 3, .number), (#""abc"#, 4, .end), (#""\"#, 2, .end),
  ])
  func fault_says_what_and_where(_ text: String, _ offset: Int, _ problem: JSONSyntaxError.Problem) {
    let bytes = Array(text.utf8)
    let error = JSONSyntax.validate(bytes.span)
    #expect(error == JSONSyntaxError(offset: offset, problem: problem))
    #expect(error?.reason.isEmpty == false)
  }

  @Test func fault_of_encoding_says_where() {
    let bytes: [UInt8] = [0x22, 0x61, 0xE2, 0x82, 0x22]
    let error = JSONSyntax.validate(bytes.span)
    #expect(error == JSONSyntaxError(offset: 2, problem: .encoding))
  }

  @Test(arguments: [1, 2, 63, 64]) func depth_is_allowed_exactly_to_the_limit(_ limit: Int) {
    let (allowed, tooDeep) = (JSONSample.nested(limit), JSONSample.nested(limit + 1))
    let (none, fault) = (
      JSONSyntax.validate(allowed.span, maxDepth: limit),
      JSONSyntax.validate(tooDeep.span, maxDepth: limit)
    )
    #expect(none == nil)
    #expect(fault == JSONSyntaxError(offset: limit, problem: .depth))
  }

  @Test func depth_beyond_what_can_be_counted_is_never_allowed() {
    let tooDeep = JSONSample.nested(65)
    let fault = JSONSyntax.validate(tooDeep.span, maxDepth: .max)
    #expect(fault?.problem == .depth)
  }

  @Test func depth_counts_what_is_open_not_what_was() {
    let wide = Array(("[" + String(repeating: "[{}],", count: 1000) + "[]]").utf8)
    let fault = JSONSyntax.validate(wide.span, maxDepth: 3)
    #expect(fault == nil)
  }

  /// Texts one to three random changes away from JSON: the three readers agree on each.
  @Test(arguments: 0..<40 as Range<UInt64>) func all_readers_agree_on_damaged_text(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var counts = [0, 0]
    for _ in 0..<200 {
      var bytes = Array(JSONValue.random(depth: 4, using: &generator).text().utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        let at = Int.random(in: bytes.indices, using: &generator)
        let byte = Array(#"{}[]",:\0123456789.eE+-truefalsn u"#.utf8).randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[at] = byte
        case 1: bytes.insert(byte, at: at)
        case 2: bytes.remove(at: at)
        default: bytes[at] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      let sample = JSONSample("damaged", bytes: bytes)
      let problems = sample.problems
      #expect(Set(problems).count == 1, "\(problems) \(String(decoding: bytes, as: UTF8.self))")
      counts[problems[0] == "none" ? 0 : 1] += 1
    }
    #expect(counts.allSatisfy { $0 > 0 })
  }
}

extension JSONSample {
  /// What `JSONSyntax`, `JSONValue` and `EnvelopeScanner` have against it: none, limit, or syntax and where.
  fileprivate var problems: [String] {
    func problem(_ error: JSONSyntaxError?) -> String {
      guard let error else { return "none" }
      return error.problem == .depth ? "limit" : "syntax \(error.offset)"
    }
    var problems = [problem(JSONSyntax.validate(bytes.span))]
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: bytes.span)
      problems.append("none")
    } catch {
      problems.append(problem(error))
    }
    switch EnvelopeScanner(batchItems: .max).scan(bytes.span) {
    case .fault(.syntax(let offset), _): problems.append("syntax \(offset)")
    case .fault(.limit("depth", _, _), _): problems.append("limit")
    case .request, .batch, .fault: problems.append("none")
    }
    return problems
  }
}
