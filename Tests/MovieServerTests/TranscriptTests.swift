import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
@testable import MovieServer
import MovieStore
import TestSupport
import Testing

@Suite struct TranscriptTests {
  @Test(arguments: try Transcripts.all().map(\.name))
  func transcript_holds_in_process(_ name: String) async throws {
    let transcript = try #require(try Transcripts.all().first { $0.name == name })
    let upstream = try transcript.upstream.map(TranscriptUpstream.init)
    let configuration = try ConfigurationFile.parse(
      (transcript.configuration + (upstream?.configuration ?? [])).joined(separator: "\n"), path: name)
    let titles: (any TitleService)? = transcript.inProcess == "search fails" ? FailingTitles() : nil
    // No file can be made there.
    let library = Library(folder: transcript.inProcess == "storage fails" ? "/proc/movierpc" : nil)
    let server = await InProcess.make(
      configuration, titles: titles, library: library,
      environment: transcript.environment.merging(upstream?.environment ?? [:]) { $1 }, hasDeadlines: true)
    if let day = transcript.inProcess.flatMap({ $0.hasPrefix("it is ") ? Day(String($0.dropFirst(6))) : nil })
    {
      await server.see { $0.turn(to: day) }
    }
    let client = try await server.connect()
    let faults = try transcript.replay(client) + (upstream?.faults ?? [])
    #expect(faults == [])
  }

  @Test func every_method_and_every_error_kind_is_in_a_transcript() throws {
    var (methods, kinds): (Set<String>, Set<String>) = ([], [])
    for transcript in try Transcripts.all() {
      methods.formUnion(transcript.covered.methods)
      kinds.formUnion(transcript.covered.kinds)
    }
    let wanted = MethodTable.all.flatMap(\.errors) + ErrorCatalogue.common + ErrorCatalogue.framing
    #expect(MethodTable.all.map(\.name).filter { !methods.contains($0) } == [])
    #expect(wanted.map(\.name).filter { !kinds.contains($0) } == [])
  }
}
