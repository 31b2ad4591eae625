package import JSONRPC

/// What the player is doing.
///
///     {"state":"playing","key":"movie/438631","title":"Dune","what":"trailer",
///      "url":"https://www.youtube.com/watch?v=n9xhJrPXop4","position":41.5,"duration":147.0,"volume":80,"error":null}
package struct PlayerState: Sendable, Equatable {
  package enum Stage: String, Sendable, CaseIterable { case stopped, loading, playing, paused, failed }
  package enum What: String, Sendable, CaseIterable { case trailer, preview, download }

  package struct Fault: Sendable, Equatable {
    package var kind: RPCError.Kind
    package var message: String

    package init(_ kind: RPCError.Kind, _ message: String) {
      self.kind = kind
      self.message = message
    }
  }

  package var stage = Stage.stopped
  /// Of the current or last played title.
  package var key: String?
  package var title: String?
  package var what: What?
  package var url: String?
  /// Seconds.
  package var position: Double?
  package var duration: Double?
  /// 0 to 100, or more if the user's player allows it; nil: no player has reported it.
  package var volume: Int?
  /// Why it failed.
  package var fault: Fault?

  package init() {}

  /// The player has something loaded that commands can act on.
  package var isLoaded: Bool { stage == .loading || stage == .playing || stage == .paused }

  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("state", stage.rawValue)
      writer.member("key", key)
      writer.member("title", title)
      writer.member("what", what?.rawValue)
      writer.member("url", url)
      writer.member("position", position)
      writer.member("duration", duration)
      writer.member("volume", volume)
      writer.name("error")
      guard let fault else { return writer.null() }
      writer.object { writer in
        writer.member("kind", fault.kind.name)
        writer.member("message", fault.message)
      }
    }
  }

  package var encoded: [UInt8] {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.bytes
  }

  package static let schema = Schema.named(
    .init(
      "PlayerState",
      .object([
        .init("state", .choice(Stage.allCases.map(\.rawValue), "What the player is doing.")),
        .init("key", .optional(.text("Key of the present or last title."))),
        .init("title", .optional(.text("Name of that title."))),
        .init("what", .optional(.choice(What.allCases.map(\.rawValue), "Which of its videos."))),
        .init("url", .optional(.text("Address of the video."))),
        .init("position", .optional(.number("Seconds from the beginning."))),
        .init("duration", .optional(.number("Seconds; null if unknown."))),
        .init("volume", .optional(.integer("0 to 100; null before the first player."))),
        .init(
          "error",
          .optional(
            .object([
              .init("kind", .text("A kind of error.")), .init("message", .text("Why it failed, for people.")),
            ]))),
      ])))
}
