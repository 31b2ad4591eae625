import JSONRPC
import MovieProtocol
import Testing

@Suite struct ImageParamsTests {
  private func params(_ json: String) throws -> ImageParams {
    try ImageParams(try Arguments(ImageMethod.method, params: json.utf8.span))
  }

  private func fault(_ json: String) -> RPCError? {
    do {
      _ = try params(json)
      return nil
    } catch {
      return error as? RPCError
    }
  }

  @Test func a_poster_of_a_title_is_what_is_usual() throws {
    let params = try params(#"{"key":"movie/438631"}"#)
    #expect(params.path == nil && params.kind == .poster && params.size == "w342")
    #expect(try self.params(#"["tv/1399","backdrop","w1280"]"#).size == "w1280")
  }

  @Test(arguments: [("backdrop", "w780"), ("logo", "w185"), ("profile", "w185"), ("poster", "w342")])
  func each_kind_has_its_usual_size(_ kind: String, _ size: String) throws {
    #expect(try params(#"{"path":"/a.jpg","kind":"\#(kind)"}"#).size == size)
  }

  @Test(arguments: [
    (#"{}"#, "key"), (#"{"key":"movie/1","path":"/a.jpg"}"#, "path"),
    (#"{"key":"movie/1","kind":"profile"}"#, "kind"),
    (#"{"key":"movie/1","size":"w1280"}"#, "size"), (#"{"path":"/a.jpg","size":"h632"}"#, "size"),
    (#"{"path":"/../../x"}"#, "path"), (#"{"key":"movie/1","size":"w9"}"#, "size"), (#"{"path":7}"#, "path"),
    (#"{"key":"movie/1","kind":"still"}"#, "kind"),
  ])
  func what_makes_no_sense_is_refused_by_name(_ json: String, _ parameter: String) {
    let fault = fault(json)
    #expect(fault?.kind == .invalidParams)
    #expect(fault?.details.first { $0.name == "param" }?.value == .string(parameter))
  }

  @Test func every_size_of_a_kind_is_a_size() {
    for kind in ImageKind.allCases {
      #expect(kind.sizes.contains(kind.usualSize))
      #expect(kind.sizes.filter { !ImageKind.allSizes.contains($0) } == [])
    }
  }
}
