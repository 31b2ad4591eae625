package import JSONRPC

/// Of requests that do not fit the contract.
extension Message {
  package static let paramsNotJSON = MessageForm<String>("params_not_json", "params are not JSON: {reason}")
  package static let paramsNotObject = Message("params_not_object", "params must be an object or an array")
  package static let parameterMissing = MessageForm<MessageParameter>(
    "parameter_missing", "{param} is missing")
  package static let oneOfTwoMissing = MessageForm<MessageParameter, MessageParameter>(
    "one_of_two_missing", "{first} or {second} is missing")
  package static let oneOfThreeMissing = MessageForm<MessageParameter, MessageParameter, MessageParameter>(
    "one_of_three_missing", "{first}, {second} or {third} is missing")
  package static let parametersExclusive = MessageForm<MessageParameter, MessageParameter>(
    "parameters_exclusive", "{first} and {second} cannot be combined")
  package static let parameterRepeated = MessageForm<MessageParameter>(
    "parameter_repeated", "{param} is given twice")
  package static let tooManyPositions = MessageForm<Int, Int>(
    "too_many_positions", "the method takes at most {max} parameters by position, not {got}")
  package static let noPositions = MessageForm<Int>(
    "no_positions", "the method takes no parameters by position, not {got}")
  package static let parameterMustBe = MessageForm<MessageParameter, Message>(
    "parameter_must_be", "{param} must be {demand}")
  package static let parameterMustBeNot = MessageForm<MessageParameter, Message, MessageExcerpt>(
    "parameter_must_be_not", "{param} must be {demand}, not {got}")
  package static let parameterMustNotBeNull = MessageForm<MessageParameter>(
    "parameter_must_not_be_null", "{param} must not be null")
  package static let parameterAtMost = MessageForm<MessageParameter, Int>(
    "parameter_at_most", "{param} must be at most {max} here")
  package static let noParameterNamed = MessageForm<String>(
    "no_parameter_named", #"there is no parameter "{name}""#)
  package static let noSuchParameter = Message("no_such_parameter", "there is no parameter of that name")
  package static let noMethodNamed = MessageForm<String>("no_method_named", #"there is no method "{name}""#)
  package static let noTopicNamed = MessageForm<String>("no_topic_named", #"there is no topic "{name}""#)
  package static let topicsEmpty = Message("topics_empty", "topics must list at least one topic, not []")
  package static let cursorUnknown = Message("cursor_unknown", "cursor is not one of library.export")
  package static let send = MessageForm<MessageExcerpt>("send", "send {params}")
  package static let sendEither = MessageForm<MessageExcerpt, MessageExcerpt>(
    "send_either", "send {params} or {others}")
  package static let sendAtMost = MessageForm<Int>("send_at_most", "send {max} or less")
  package static let leaveOneOut = Message("leave_one_out", "leave one of them out")
  package static let leaveParameterOut = MessageForm<MessageParameter>(
    "leave_parameter_out", "leave out {param}")
  package static let sendByName = MessageForm<[String]>("send_by_name", "send {names} by name")
  package static let parametersAre = MessageForm<[String]>("parameters_are", "its parameters are {names}")
  package static let topicsAre = MessageForm<[String]>("topics_are", "the topics are {names}")
  package static let didYouMean = MessageForm<String>("did_you_mean", "did you mean {name}?")
  package static let seeMethods = Message("see_methods", "see the methods")
  package static let startAgain = Message("start_again", "leave it out to start again")

  static let parametersForms: [any MessageTemplate] = [
    paramsNotJSON, paramsNotObject, parameterMissing, oneOfTwoMissing, oneOfThreeMissing, parametersExclusive,
    parameterRepeated, tooManyPositions, noPositions, parameterMustBe, parameterMustBeNot,
    parameterMustNotBeNull, parameterAtMost, noParameterNamed, noSuchParameter, noMethodNamed, noTopicNamed,
    topicsEmpty, cursorUnknown, send, sendEither, sendAtMost, leaveOneOut, leaveParameterOut, sendByName,
    parametersAre, topicsAre, didYouMean, seeMethods, startAgain,
  ]
}
