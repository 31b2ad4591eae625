package import JSONRPC

/// Of titles, lists of titles and pictures.
extension Message {
  package static let noTitle = MessageForm<String>("no_title", "there is no title {key}")
  package static let titleNotAtTMDB = MessageForm<String, String>(
    "title_not_at_tmdb", "TMDB does not have {title}, which is {key} in the built-in catalogue")
  package static let titleNotCached = MessageForm<String>("title_not_cached", "{key} is not cached")
  package static let nothingFound = MessageForm<String>("nothing_found", #"nothing found for "{words}""#)
  package static let titlesCalled = MessageForm<Int, String>(
    "titles_called", #"{count} titles are called "{name}""#)
  package static let noTitleCalled = MessageForm<String>("no_title_called", #"no title is called "{name}""#)
  package static let noListedTitleCalled = MessageForm<String>(
    "no_listed_title_called", #"no title on the list is called "{name}""#)
  package static let noDownloadCalled = MessageForm<String>(
    "no_download_called", #"no download is called "{name}""#)
  package static let namesNoTitle = Message("names_no_title", "the request names no title")
  package static let titleIsAdult = MessageForm<String>(
    "title_is_adult", "{key} is marked as adult, which is not shown")
  package static let titleAboveAge = MessageForm<String, Int>(
    "title_above_age", "{key} is not allowed for a profile with the age limit {age}")
  package static let numberNeedsMediaType = MessageForm<MessageParameter>(
    "number_needs_media_type", "{param} is missing; TMDB numbers films and series separately")
  package static let mediaTypeNeedsNumber = MessageForm<MessageParameter, MessageParameter>(
    "media_type_needs_number", "{param} is only used with {other}")
  package static let noGenreNamed = MessageForm<String>("no_genre_named", #"there is no genre "{name}""#)
  package static let providersMixed = MessageForm<MessageParameter>(
    "providers_mixed", "{param} has both , and |; TMDB accepts only one of them")
  package static let providersNotNumbers = MessageForm<MessageParameter, MessageExcerpt>(
    "providers_not_numbers", "{param} must have numbers, not {got}")
  package static let listLacksType = MessageForm<String, MessageParameter, String>(
    "list_lacks_type", "the list {list} has no {param} {value}")
  package static let parameterOfList = MessageForm<MessageParameter, String>(
    "parameter_of_list", "{param} applies to the list {list} only")
  package static let revenueOfSeries = Message("revenue_of_series", "the revenue of series is unknown")
  package static let notListOfTMDB = MessageForm<String>("not_list_of_tmdb", "{list} is not a list of TMDB")
  package static let pictureOfPerson = Message(
    "picture_of_person", "profile is a picture of a person, but the request names a title")
  package static let pictureLacksSize = MessageForm<String, String>(
    "picture_lacks_size", "{kind} has no size {size}")
  package static let pictureAddressForbidden = MessageForm<MessageParameter>(
    "picture_address_forbidden", "{param} is a URL of a server that is not allowed for pictures")
  package static let titleLacksPicture = MessageForm<String, String>(
    "title_lacks_picture", "{key} has no picture of the kind {kind}")
  package static let noSuchPicture = MessageForm<String>("no_such_picture", "{source} has no such picture")
  package static let picturesOff = Message("pictures_off", "this daemon fetches no pictures")
  package static let pictureNotCached = Message("picture_not_cached", "the picture is not cached")
  package static let answerNotCached = Message("answer_not_cached", "the answer is not cached")
  package static let pictureUnfit = MessageForm<String, String>(
    "picture_unfit", "the picture sent by {source} cannot be used: {reason}")
  package static let pictureUnwritten = MessageForm<String>(
    "picture_unwritten", "the picture cannot be stored: {reason}")
  package static let noPlayableTrailer = MessageForm<String>(
    "no_playable_trailer", "there is no trailer of {title} that a player could open")
  package static let noPlayablePreview = MessageForm<String>(
    "no_playable_preview", "there is no preview of {title} that a player could open")
  package static let noDownloadedVideo = MessageForm<String>(
    "no_downloaded_video", "there is no downloaded video of {title}")
  package static let searchForTitle = Message("search_for_title", "search for the title")
  package static let sendCandidate = Message("send_candidate", "send the key of one of the candidates")
  package static let seeGenres = Message("see_genres", "see the genres")
  package static let seeProviders = Message("see_providers", "see the providers and their numbers")
  package static let allowAdult = MessageForm<String>(
    "allow_adult", "set {setting} to have such titles shown")
  package static let titlesNeedITunes = MessageForm<String>(
    "titles_need_itunes", "titles of iTunes need the setting {setting}")
  package static let searchedLocally = MessageForm<String>(
    "searched_locally", "without {setting} only the built-in catalogue is searched")
  package static let tmdbMayHaveOne = Message("tmdb_may_have_one", "TMDB may have a logo")
  package static let sendOrOmit = MessageForm<String>("send_or_omit", "send {value}, or leave it out")
  package static let sortOrFilms = MessageForm<MessageParameter, MessageParameter>(
    "sort_or_films", "{param} popularity, or {other} movie")
  package static let leaveOutOrBrowse = MessageForm<String>(
    "leave_out_or_browse", "leave it out, or browse {list}")
  package static let aPicturePath = Message(
    "a_picture_path", "TMDB's path of a picture like /d5NXSklXo0qyIYkgV94XAgMIckC.jpg, or iTunes' URL of one")
  package static let picturePaths = Message("picture_paths", "paths of pictures")
  package static let sendProfilePath = Message(
    "send_profile_path", "send a profile_path from detail's cast as path")
  package static let sendKindToo = Message("send_kind_too", "send kind as well: the sizes depend on it")
  package static let sendPicturePath = Message(
    "send_picture_path", "send a poster_path, backdrop_path, logo_path or profile_path of a result")
  package static let requestTitleAgain = Message(
    "request_title_again", "request the title again: it may have another picture now")
  package static let omitParameter = MessageForm<MessageParameter>(
    "omit_parameter", "omit {param} to fetch it")
  package static let tryOtherSize = Message("try_other_size", "try another size")
  package static let freeSpaceOrMoveCache = Message(
    "free_space_or_move_cache", "free space on the disk, or set folders.cache to another folder")
  package static let picturesAreInUse = Message(
    "pictures_are_in_use",
    "pictures used in the last hour are not deleted: request smaller ones, wait, or raise the limit")

  static let titlesForms: [any MessageTemplate] = [
    noTitle, titleNotAtTMDB, titleNotCached, nothingFound, titlesCalled, noTitleCalled, noListedTitleCalled,
    noDownloadCalled,
    namesNoTitle,
    titleIsAdult, titleAboveAge, numberNeedsMediaType, mediaTypeNeedsNumber, noGenreNamed, providersMixed,
    providersNotNumbers, listLacksType, parameterOfList, revenueOfSeries, notListOfTMDB, pictureOfPerson,
    pictureLacksSize, pictureAddressForbidden, titleLacksPicture, noSuchPicture, picturesOff,
    pictureNotCached, answerNotCached, pictureUnfit, pictureUnwritten, noPlayableTrailer, noPlayablePreview,
    noDownloadedVideo, searchForTitle,
    sendCandidate,
    seeGenres, seeProviders, allowAdult, titlesNeedITunes, searchedLocally, tmdbMayHaveOne, sendOrOmit,
    sortOrFilms, leaveOutOrBrowse, aPicturePath, picturePaths, sendProfilePath, sendKindToo, sendPicturePath,
    requestTitleAgain, omitParameter, tryOtherSize, freeSpaceOrMoveCache, picturesAreInUse,
  ]
}
