import EventLoop

/// The one list of the capabilities.
@LoopActor
enum Features {
  /// In the order in which they hear of events and, at the end of the daemon, write to the library: the searches
  /// before they are told to other machines.
  ///
  /// - Parameters:
  ///   - data: the folder of the library, and of the downloaded files.
  ///   - cache: the folder of what can be fetched again.
  ///   - isInMemory: the library is, so there is nothing to tell other machines.
  static func all(
    _ server: Server, data: String, cache: String, isInMemory: Bool = false
  ) -> [any Feature] {
    [
      TitlesFeature(),
      ImagesFeature(),
      Methods(PeopleHandlers.handlers),
      Methods(SeasonHandler.handlers),
      Methods(CollectionHandler.handlers),
      Methods(RelatedHandlers.handlers),
      Methods(FindHandler.handlers),
      Methods(ProfileHandlers.handlers),
      Methods(SettingsHandlers.handlers),
      Methods(DoctorHandler.handlers),
      Downloads(server, folder: data + "/downloads"),
      Player(server),
      CatalogueFeature(server, exports: cache + "/exports"),
      ImportFeature(server),
      LibraryRenewal(server),
      FollowedCredits(server),
      CalendarWatch(server),
      Accounts(server),
      SearchesFeature(server),
      isInMemory ? Methods(SyncHandlers.handlers) : FolderSync(server, dataFolder: data),
    ]
  }
}
