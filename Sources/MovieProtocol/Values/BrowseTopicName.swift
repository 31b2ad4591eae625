/// `browse:trending` or `browse:trending/tv`: a list of `browse` as a topic.
package struct BrowseTopicName: Sendable, Hashable {
  package let list: BrowseList
  package let mediaType: MediaChoice
  /// As it was requested.
  package let text: String

  static let prefix = "browse:"

  /// Nil if it is not a list, or the list has no such media type.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), let row = HomeParams.Row(String(text.dropFirst(Self.prefix.count)))
    else {
      return nil
    }
    (list, mediaType, self.text) = (row.list, row.mediaType, text)
  }
}
