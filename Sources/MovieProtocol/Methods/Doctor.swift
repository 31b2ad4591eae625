import JSONRPC

package enum DoctorMethod: RPCMethod {
  package static let method = Method(
    "doctor", "find problems, and what to do about them",
    description: """
      Looks at the folders, the configuration, the libraries and programs that the daemon uses, and at what it knows \
      of the network, of upstreams and of other machines. It changes nothing and sends no requests. `movierpcd \
      --check-config --json` prints the findings that need no running daemon.
      """,
    result: DoctorFinding.list.schema)
}
