import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

// Changes of who there is. Each is on the disk before anybody sees it.
extension Profiles {
  func create(
    _ name: String, ageLimit: Int?, pin: String?, maximum: Int, method: String
  ) async throws(RPCError) {
    let hash: String?
    do {
      hash = try await Self.hash(pin)
    } catch {
      throw RPCError(error, method)
    }
    let outcome = try await change(method) { library throws(LibraryError) in
      try await library.createProfile(name, ageLimit: ageLimit, pin: hash, maximum: maximum)
    }
    switch outcome {
    case .done:
      take(StoredProfile(name, ageLimit: ageLimit, pin: hash))
    case .exists, .missing:
      throw RPCError(
        .conflict, "\(method): there is a profile \"\(name)\" already", hint: "choose another name",
        details: [JSONMember("state", "exists")])
    case .full:
      throw .limitExceeded(
        "profiles", max: maximum, got: maximum + 1, hint: "delete one, or set limits.profiles")
    }
  }

  func delete(_ profile: Profile, method: String) async throws(RPCError) {
    let outcome = try await change(method) { library throws(LibraryError) in
      try await library.deleteProfile(profile.name)
    }
    guard outcome == .done else { throw .noProfile(profile.name, method, all.map(\.name)) }
    drop(profile)
    await profile.history.end()
  }

  /// New connections begin in it.
  func makeDefault(_ profile: Profile, method: String) async throws(RPCError) {
    guard profile !== initial else { return }
    let outcome = try await change(method) { library throws(LibraryError) in
      try await library.makeDefault(profile.name)
    }
    guard outcome == .done else { throw .noProfile(profile.name, method, all.map(\.name)) }
    begin(in: profile)
  }

  /// `default` first, then by name.
  func summaries(_ selected: Profile) -> [ProfileSummary] {
    all.sorted { one, other in
      if one === all.first || other === all.first { return one === all.first && other !== all.first }
      return one.name.lowercased() < other.name.lowercased()
    }.map { profile in
      ProfileSummary(
        name: profile.name, ageLimit: profile.ageLimit, hasPIN: profile.lock != nil,
        isSelected: profile === selected, isDefault: profile === initial)
    }
  }

  private func change(
    _ method: String, _ work: @LoopActor (Library) async throws(LibraryError) -> ProfileOutcome
  ) async throws(RPCError) -> ProfileOutcome {
    do {
      return try await library.ask(work)
    } catch {
      throw RPCError(error, method)
    }
  }

  private static func hash(_ pin: String?) async throws(PINHash.Unavailable) -> String? {
    guard let pin else { return nil }
    return try await EventLoop.offload {
      Result { () throws(PINHash.Unavailable) in try PINHash.make(pin) }
    }.get()
  }
}

extension RPCError {
  static func noProfile(_ name: String, _ method: String, _ names: [String]) -> RPCError {
    RPCError(
      .notFound, "\(method): there is no profile \"\(Spelling.shortened(name))\"",
      hint: Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "profiles lists those there are",
      details: [JSONMember("what", "profile")])
  }
}
