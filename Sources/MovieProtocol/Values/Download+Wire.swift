package import JSONRPC

extension Download {
  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("key", key)
      writer.member("title", title)
      writer.member("media_type", mediaType.rawValue)
      writer.member("state", state.rawValue)
      writer.member("bytes", Int(bytes))
      writer.member("total_bytes", totalBytes.map { Int($0) })
      writer.member("rate", Int(rate))
      writer.member("tries", tries)
      writer.member("restarts", restarts)
      writer.name("assets")
      writer.array { writer in for asset in assets { asset.write(into: &writer) } }
      writer.name("error")
      if let fault {
        writer.object { writer in
          writer.member("kind", fault.kind)
          writer.member("message", fault.message)
        }
      } else {
        writer.null()
      }
      writer.member("created_at", Timestamp.text(createdAt))
      writer.member("finished_at", finishedAt.map(Timestamp.text))
    }
  }

  package static let schema = Schema.named(
    .init(
      "Download",
      .object([
        .init("key", .text("Key of the title.")),
        .init("title", .text("Name of the title.")),
        .init("media_type", .choice(Title.MediaType.allCases.map(\.rawValue), "A film or a series.")),
        .init("state", .choice(State.allCases.map(\.rawValue), "State of all its assets together.")),
        .init("bytes", .integer("Bytes fetched.")),
        .init("total_bytes", .optional(.integer("null while unknown."))),
        .init("rate", .integer("Bytes per second; 0 while nothing arrives.")),
        .init("tries", .integer("Tries of the asset that needed most.")),
        .init("restarts", .integer("Restarts from the beginning, because a file changed on the server.")),
        .init("assets", .list(Asset.schema, "The requested assets.")),
        .init(
          "error",
          .optional(
            .object([
              .init("kind", .text("A kind of error.")), .init("message", .text("One English sentence.")),
            ]))),
        .init("created_at", .text("Time of the first request.")),
        .init("finished_at", .optional(.text("When its last asset was done or failed."))),
      ])))
}

extension Download.Asset {
  fileprivate func write(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", kind.rawValue)
      writer.member("state", state.rawValue)
      writer.member("file", file)
      writer.member("bytes", Int(bytes))
      writer.member("total_bytes", totalBytes.map { Int($0) })
      writer.member("content_type", contentType)
    }
  }

  fileprivate static let schema = Schema.object([
    .init("kind", .choice(Kind.allCases.map(\.rawValue), "Kind of asset.")),
    .init(
      "state", .choice(State.allCases.map(\.rawValue), "absent: the title has none, which is not a failure.")),
    .init("file", .optional(.text("Absolute path when it is done; null for detail."))),
    .init("bytes", .integer("Bytes fetched.")),
    .init("total_bytes", .optional(.integer("null while unknown."))),
    .init("content_type", .optional(.text("Read from the bytes when it is done."))),
  ])
}
