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
        .init("key", .text("The title's.")),
        .init("title", .text("Its title.")),
        .init("media_type", .choice(Title.MediaType.allCases.map(\.rawValue), "A film or a series.")),
        .init("state", .choice(State.allCases.map(\.rawValue), "Of all its assets together.")),
        .init("bytes", .integer("That are there.")),
        .init("total_bytes", .optional(.integer("Null while nobody knows."))),
        .init("rate", .integer("Bytes a second; 0 while nothing comes.")),
        .init("tries", .integer("Of the asset that needed most.")),
        .init("restarts", .integer("How often one was begun anew, because the server had changed it.")),
        .init("assets", .list(Asset.schema, "Those that were asked for.")),
        .init(
          "error",
          .optional(
            .object([
              .init("kind", .text("A kind of error.")), .init("message", .text("One English sentence.")),
            ]))),
        .init("created_at", .text("When it was asked for first.")),
        .init("finished_at", .optional(.text("When the last of it was done, or failed."))),
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
    .init("kind", .choice(Kind.allCases.map(\.rawValue), "What it is.")),
    .init("state", .choice(State.allCases.map(\.rawValue), "absent: there is none, which is no failure.")),
    .init("file", .optional(.text("Its absolute path once it is done; null for detail."))),
    .init("bytes", .integer("That are there.")),
    .init("total_bytes", .optional(.integer("Null while nobody knows."))),
    .init("content_type", .optional(.text("By its bytes, once it is done."))),
  ])
}
