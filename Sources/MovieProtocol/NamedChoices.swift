import JSONRPC

/// The names of the enumerations that parameters take. A program that makes types of the OpenRPC document would
/// number those without a name.
package enum NamedChoices {
  /// Each of one parameter that takes it; others with the same words have the same name.
  private static let parameters: [(name: String, parameter: Parameter)] = [
    (Title.MediaType.name, DetailMethod.mediaType), ("MediaChoice", .mediaChoice),
    ("BrowseList", BrowseMethod.list), ("TrendingWindow", BrowseMethod.window),
    ("BrowseOrder", DiscoverTitlesMethod.sortBy), ("OfferKind", DiscoverTitlesMethod.offer),
    ("TitleField", .titleFields), ("DetailField", DetailMethod.fields), ("LibraryField", .libraryFields),
    ("RowName", HomeMethod.rows), ("VideoType", TrailerMethod.types), ("ImageKind", ImageMethod.kind),
    ("ImageSize", ImageMethod.size), ("LibraryOrder", .libraryOrder),
    ("ImportFormat", LibraryImportMethod.format), ("DownloadState", DownloadsMethod.state),
    ("AssetKind", DownloadsAddMethod.assets), ("VideoChoice", PlayerPlayMethod.video),
    ("ProfileProperty", ProfilesUpdateMethod.reset), ("ShutdownReason", ShutdownMethod.reason),
    ("AccountService", .service), ("RelatedKind", RelatedMethod.kind), ("PictureKind", GalleryMethod.kind),
    ("CreditOrder", PersonCreditsMethod.sortBy), ("SearchInclude", SearchMethod.include),
  ]

  package static let all: [Schema.NamedSchema] = parameters.map { name, parameter in
    .init(name, .only(words(parameter.type) ?? [], ""))
  }

  private static let names = Dictionary(
    uniqueKeysWithValues: parameters.map { (words($0.parameter.type) ?? [], $0.name) })

  /// The type of a parameter, with a reference to its enumeration.
  static func json(_ type: ParameterType) -> JSONValue {
    guard let name = words(type).flatMap({ names[$0] }) else { return type.json }
    let reference = Schema.named(.init(name, .only([], ""))).json
    if case .choices = type { return ["type": "array", "items": reference] }
    return reference
  }

  private static func words(_ type: ParameterType) -> [String]? {
    switch type {
    case .choice(let words), .choices(let words): words
    default: nil
    }
  }
}
