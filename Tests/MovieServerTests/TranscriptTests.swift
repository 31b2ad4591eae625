import EventLoop
import FakeTMDB
import JSONRPC
import MovieProtocol
import MovieSources
@testable import MovieServer
import MovieStore
import TestSupport
import Testing

@Suite struct TranscriptTests {
  @Test(arguments: try (Transcripts.all() + Transcripts.ofTests()).map { $0.folder + "/" + $0.name })
  func transcript_holds_in_process(_ path: String) async throws {
    let transcript = try #require(
      try (Transcripts.all() + Transcripts.ofTests()).first { $0.folder + "/" + $0.name == path })
    let daemon = try TranscribedDaemon(transcript)
    let replay = try TranscriptReplay(transcript, targets: daemon.targets)
    var server = try await daemon.start()
    var clients: [Int: LineClient] = [:]
    for section in transcript.sections {
      if section.isRestart {
        clients = [:]
        server = try await daemon.start()
      }
      if clients[section.connection] == nil { clients[section.connection] = try await server.connect() }
      if let client = clients[section.connection] { try replay.play(section, on: client) }
    }
    try replay.end()
    #expect(replay.faults + daemon.faults == [])
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

/// What the daemon of a transcript is made of, each time it starts.
private struct TranscribedDaemon {
  private let transcript: Transcript
  private let configuration: Configuration
  private let environment: [String: String]
  private let library: Library
  private let upstream: TranscriptUpstream?
  private let fake: FakeTMDB?

  init(_ transcript: Transcript) throws {
    self.transcript = transcript
    let isFake = transcript.upstream == "fake-tmdb"
    fake = isFake ? try FakeTMDB() : nil
    upstream = isFake ? nil : try transcript.upstream.map(TranscriptUpstream.init)
    let lines = upstream?.configuration ?? fake?.configuration ?? []
    configuration = try ConfigurationFile.parse(
      (transcript.configuration + lines).joined(separator: "\n"), path: transcript.name)
    let key = isFake ? ["TMDB_API_KEY": FakeTMDB.key] : upstream?.environment ?? [:]
    environment = transcript.environment.merging(key) { $1 }
    // No file can be made there.
    library = Library(folder: transcript.inProcess == "storage fails" ? "/proc/movierpc" : nil)
  }

  func start() async throws -> InProcess {
    let titles: (any TitleService)? = transcript.inProcess == "search fails" ? FailingTitles() : nil
    let server = await InProcess.make(
      configuration, titles: titles, library: library, environment: environment, hasDeadlines: true)
    if let day = transcript.inProcess.flatMap({ $0.hasPrefix("it is ") ? Day(String($0.dropFirst(6))) : nil })
    {
      await server.see { $0.turn(to: day) }
    }
    return server
  }

  /// What TMDB has been asked for so far.
  func targets() -> [String] { fake?.requests.map(\.target) ?? upstream?.targets ?? [] }

  /// The requests that the upstream could not answer.
  var faults: [String] { upstream?.faults ?? [] }
}
