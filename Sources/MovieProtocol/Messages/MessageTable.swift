package import JSONRPC

/// Every form of a message that the daemon may send. Clients find a form by its id.
package enum MessageTable {
  package static let all: [any MessageTemplate] =
    Message.envelopeForms + Message.parametersForms + Message.demandsForms + Message.connectionsForms
    + Message.upstreamForms + Message.titlesForms + Message.peopleForms + Message.seasonsForms
    + Message.aroundForms + Message.listsForms
    + Message.importsForms
    + Message.profilesForms + Message.settingsForms + Message.downloadsForms + Message.catalogueForms
    + Message.accountForms + Message.syncForms + Message.stateForms + Message.doctorForms
    + Message.doctorOfSyncForms

  package static func form(_ id: String) -> (any MessageTemplate)? { byID[id] }

  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}
