import JSONRPC
import MovieProtocol

extension ReferencePage {
  var methodsIntroduction: String {
    PageText.wrap(
      """
      A method's own parameters are listed in the order that they have by position; see \
      \(PageText.link("Common parameters", to: "Common parameters")) for the others. A method about titles takes \
      all of these, every other `timeout_ms` only. Every method may also answer \
      \(PageText.choice(ErrorCatalogue.common.map(\.name), "and")): see \(PageText.link("Errors", to: "Errors")). \
      Examples are from the [transcripts](transcripts/README.md): `...` stands for what is left out, and a list \
      has at most three items.
      """)
  }

  var commonParameters: String {
    PageText.paragraphs([
      "These go by name only. Every method takes:", Self.parameter(.timeout),
      "Methods about titles also take:", Parameter.ofTitles.map(Self.parameter).joined(separator: "\n"),
    ])
  }

  func method(_ method: Method) -> String {
    let titles = method.isAboutTitles ? "About titles. " : ""
    let errors = (method.errors).map(\.name)
    let example = examples[method.name].flatMap { ExampleText.exchange(method.name, $0) }
    return PageText.paragraphs([
      "### \(method.name)", PageText.wrap(PageText.sentence(method.summary)),
      PageText.wrap(PageText.coded(method.description)),
      method.ownParameters.isEmpty
        ? titles + "No parameters of its own."
        : titles + "Parameters:\n\n" + method.ownParameters.map(Self.parameter).joined(separator: "\n"),
      Self.alternatives(of: method), shapes.whole(method.result, "Result"),
      errors.isEmpty ? nil : PageText.wrap("Errors: \(PageText.choice(errors, "and"))."), example,
    ])
  }

  private static func alternatives(of method: Method) -> String? {
    guard !method.alternatives.isEmpty else { return nil }
    let names = PageText.choice(method.alternatives.map(\.name))
    return "Give one of \(names)."
  }

  static func parameter(_ parameter: Parameter) -> String {
    var facts = [type(parameter.type)]
    if parameter.isRequired {
      facts.append("required")
    } else if let fallback = parameter.fallback?.json {
      if let words = shown(fallback) { facts.append("default \(words)") }
    } else if let setting = parameter.setting, !parameter.summary.contains("default:") {
      facts.append("default: the setting \(setting.name)")
    }
    return PageText.item(
      "`\(parameter.name)` (\(facts.joined(separator: "; "))): \(PageText.coded(parameter.summary))")
  }

  /// A default; nil: nothing.
  static func shown(_ value: JSONValue) -> String? {
    if let items = value.arrayValue {
      let words = items.compactMap(\.stringValue)
      return items.isEmpty
        ? nil : words.count == items.count ? PageText.choice(words, "and") : "`\(value.text())`"
    }
    return value == [:] ? nil : "`\(value.stringValue ?? value.text())`"
  }

  static func type(_ type: ParameterType) -> String {
    switch type {
    case .text(_, let trimmed): type.expectation + (trimmed ? ", trimmed" : "")
    case .choice(let words): PageText.choice(words)
    case .choices(let words): "array of \(PageText.choice(words))"
    case .titleKey: "key of a title"
    default: type.expectation
    }
  }
}
