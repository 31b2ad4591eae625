import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `suggest`: see `MovieProtocol/Methods/Suggest.swift`.
@LoopActor
enum SuggestMethod {
  static let handled = [Handling(.suggest, .waiting(answer), isKept: true)]

  static func answer(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    let params = SuggestParams(asked.arguments)
    return try await asked.kept {
      let found = try await asked.titles.suggest(params)
      return asked.result(reserving: 256 * (found.titles.count + 1), found.meta) { writer in
        writer.object { writer in
          writer.name("results")
          writer.array { writer in for title in found.titles { title.writeSuggestion(into: &writer) } }
        }
      }
    }
  }
}
