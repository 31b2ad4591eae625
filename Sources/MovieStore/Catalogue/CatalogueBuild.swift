/// Builds a catalogue on a thread of its own, which ends with this.
actor CatalogueBuild {
  private let thread = DatabaseThread(name: "movierpc-build", yields: true)
  private let storage: CatalogueStorage

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ storage: CatalogueStorage) { self.storage = storage }

  func run(
    importing job: CatalogueImport
  ) -> (
    made: Result<(opened: CatalogueStorage.Opened, counts: CatalogueImport.Counts), CatalogueImport.Failure>,
    notices: [CatalogueNotice]
  ) {
    var notices: [CatalogueNotice] = []
    do throws(CatalogueImport.Failure) {
      return (.success(try storage.build(importing: job, &notices)), notices)
    } catch {
      return (.failure(error), notices)
    }
  }
}
