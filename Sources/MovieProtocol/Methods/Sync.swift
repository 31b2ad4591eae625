import JSONRPC

package enum SyncResetMethod: RPCMethod {
  package static let method = Method(
    "sync.reset", "rebuild the record of changes for other machines",
    description: """
      All lists and settings stay as they are, and count as added now, as when this machine began to share the \
      folder: other machines get what they lack, and this one gets from them what is in their journals. So a \
      title that was removed may come back from a machine that has not read of it. What was recorded of removed \
      titles, of other versions and of profiles that are not here is forgotten, and so is what is known of the \
      time. This machine's journal is rewritten.
      """,
    result: Changed.shape.schema, errors: [.storageError])
}
