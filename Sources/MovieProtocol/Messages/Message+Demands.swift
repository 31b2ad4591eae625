package import JSONRPC

/// What a value must be.
extension Message {
  package static let oneOf = MessageForm<MessageChoices>("one_of", "one of {choices}")
  package static let exactly = MessageForm<String>("exactly", "{word}")
  package static let arrayOf = MessageForm<MessageChoices>("array_of", "an array of {choices}")
  package static let textOfLength = MessageForm<Int, Int>("text_of_length", "text, {min} to {max} characters")
  package static let textWithoutNUL = Message("text_without_nul", "text without U+0000")
  package static let aString = Message("a_string", "a string")
  package static let anInteger = Message("an_integer", "an integer")
  package static let integerInRange = MessageForm<Int, Int>("integer_in_range", "an integer, {min} to {max}")
  package static let aNumber = Message("a_number", "a number")
  package static let numberInRange = MessageForm<Int, Int>("number_in_range", "a number, {min} to {max}")
  package static let trueOrFalse = Message("true_or_false", "true or false")
  package static let aLanguage = Message("a_language", "a language like de or de-DE")
  package static let aCountry = Message("a_country", "a country like DE")
  package static let aRequestID = Message("a_request_id", "the id of a request: a string, a number or null")
  package static let stringsAtMost = MessageForm<Int>("strings_at_most", "an array of at most {max} strings")
  package static let integersInRange = MessageForm<Int, Int, Int>(
    "integers_in_range", "an array of 1 to {count} integers, {min} to {max}")
  package static let topicNamesAtMost = MessageForm<Int>(
    "topic_names_at_most", "an array of 1 to {max} names of topics")
  package static let aTitleKey = Message(
    "a_title_key", "a key like movie/438631, tv/1399, itunes/N or imdb/tt1160419")
  package static let listOf = MessageForm<Int, Int, Message>("list_of", "an array of {min} to {max} {items}")
  package static let countsAtMost = MessageForm<Int>(
    "counts_at_most", "an object of at most {max} names and integers of 0 or more")
  package static let valuesAtMost = MessageForm<Int>(
    "values_at_most", "an object of at most {max} names and their values")
  package static let countries = Message("countries", "countries like DE")
  package static let aKey = Message("a_key", "1 to 512 ASCII characters, no blanks")
  package static let keys = Message("keys", "keys")
  package static let aPIN = Message("a_pin", "4 to 64 characters without control characters")
  package static let pins = Message("pins", "PINs")
  package static let aFolder = Message("a_folder", "the absolute path of a folder")
  package static let folders = Message("folders", "absolute paths of folders")
  package static let aFile = Message("a_file", "the absolute path of a file")
  package static let files = Message("files", "absolute paths of files")
  package static let aWebAddress = Message("a_web_address", "an https URL (http: this machine)")
  package static let addresses = Message("addresses", "addresses")
  package static let aProxy = Message("a_proxy", "a URL like socks5h://host:1080, without a password")
  package static let aRedisAddress = Message(
    "a_redis_address", "a URL like redis://HOST, rediss://HOST or unix:///PATH")
  package static let aCommandWord = Message("a_command_word", "text of 1 to 4096 bytes")
  package static let commandWords = Message("command_words", "texts, a program and its arguments")

  static let demandsForms: [any MessageTemplate] = [
    oneOf, exactly, arrayOf, textOfLength, textWithoutNUL, aString, anInteger, integerInRange, aNumber,
    numberInRange, trueOrFalse, aLanguage, aCountry, aRequestID, stringsAtMost, integersInRange,
    topicNamesAtMost, aTitleKey, listOf, countsAtMost, valuesAtMost, countries, aKey, keys, aPIN, pins,
    aFolder, folders, aFile, files, aWebAddress, addresses, aProxy, aRedisAddress, aCommandWord, commandWords,
  ]
}
