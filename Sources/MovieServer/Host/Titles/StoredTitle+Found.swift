import EventLoop
import MovieProtocol
import MovieSources
import MovieStore

extension StoredTitle {
  /// - Parameter language: the one it was requested in.
  init(_ found: FoundDetail, language: String) {
    self.init(found.detail.title, found.meta, language: language, imdbID: found.detail.imdbID)
  }

  init(_ title: Title, _ meta: Meta, language: String, imdbID: String? = nil) {
    let factsAt = meta.factsAt(of: title)
    self.init(title, imdbID: imdbID, factsAt: factsAt, language: factsAt == nil ? nil : language)
  }
}

extension FoundDetail {
  /// When TMDB sent it; nil: it is not TMDB's.
  var factsAt: Timestamp? { meta.factsAt(of: detail.title) }
}

extension Meta {
  fileprivate func factsAt(of title: Title) -> Timestamp? {
    title.source == .tmdb ? fetchedAt ?? .now : nil
  }
}
