package import JSONRPC

/// Of people.
extension Message {
  package static let noPerson = MessageForm<String>("no_person", "there is no person {key}")
  package static let nobodyCalled = MessageForm<String>("nobody_called", #"nobody is called "{name}""#)
  package static let personIsAdult = MessageForm<String>(
    "person_is_adult", "{key} is known for adult films, which are not shown")
  package static let aPersonKey = Message("a_person_key", "a key like person/525")
  package static let aPictureKey = Message(
    "a_picture_key", "a key like movie/438631, tv/1399, itunes/N, imdb/tt1160419 or person/525")
  package static let personKeys = Message("person_keys", "keys like person/525")
  package static let pictureOfTitle = MessageForm<String>(
    "picture_of_title", "{kind} is a picture of a title, but the request names a person")
  package static let peopleCalled = MessageForm<Int, String>(
    "people_called", #"{count} people are called "{name}""#)
  package static let nobodyFollowed = MessageForm<String>(
    "nobody_followed", #"nobody that you follow is called "{name}""#)
  package static let sendPerson = Message("send_person", "give the key, or the whole name, of one of them")
  package static let seeFollowed = Message("see_followed", "see the people that you follow")
  package static let unfollowSomebody = Message("unfollow_somebody", "follow somebody else no longer")
  package static let peopleByName = MessageForm<String>(
    "people_by_name", "without {setting} people are found by name only")
  package static let searchForPerson = Message("search_for_person", "search for the person by name")

  static let peopleForms: [any MessageTemplate] = [
    noPerson, nobodyCalled, personIsAdult, pictureOfTitle, aPersonKey, aPictureKey, personKeys,
    peopleCalled, nobodyFollowed, sendPerson, seeFollowed, unfollowSomebody, peopleByName, searchForPerson,
  ]
}
