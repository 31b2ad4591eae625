import TestSupport
import Testing

@Suite struct TranscriptTests {
  @Test(arguments: try Transcripts.all().filter { $0.inProcess == nil }.map(\.name))
  func transcript_holds_for_the_daemon(_ name: String) throws {
    let transcript = try #require(try Transcripts.all().first { $0.name == name })
    let upstream = try transcript.upstream.map(TranscriptUpstream.init)
    let daemon = try SpawnedDaemon(
      configuration: transcript.configuration + (upstream?.configuration ?? []),
      environment: transcript.environment.merging(upstream?.environment ?? [:]) { $1 })
    let faults = try transcript.replay(daemon.connect())
    #expect(try daemon.stop().status == 0)
    #expect(faults + (upstream?.faults ?? []) == [])
  }
}
