import Testing

@testable import MovieClient

/// Events in, actions out: no socket and no clock.
struct WatchStateMachineTests {
  private typealias State = WatchMessage.State
  private let refusal = CommandError(.tryLater, "full", kind: "overloaded")

  private func state(
    _ topics: [String] = ["settings"], mayStart: Bool = true
  ) -> WatchStateMachine {
    WatchStateMachine(topics: topics, mayStart: mayStart, path: "/s")
  }

  private func server(_ state: String) -> State {
    State(topic: "server", data: bytes(FakeDaemon.server(state)))
  }

  private let settings = State(topic: "settings", data: bytes("{}"))
  private let patience = Int(WatchStateMachine.patience / .milliseconds(1))
  private let timeout = Int(WatchStateMachine.timeout / .milliseconds(1))

  /// Subscribed at 0.
  private func following(_ topics: [String] = ["settings"], mayStart: Bool = true) -> WatchStateMachine {
    var state = state(topics, mayStart: mayStart)
    _ = state.handle(.begun, at: 0)
    _ = state.handle(.connected, at: 0)
    _ = state.handle(.message(.subscribed(id: "s1", [settings, server("running")])), at: 0)
    return state
  }

  private func event(_ state: State, _ subscription: String = "s1") -> WatchStateMachine.Event {
    .message(.event(subscription: subscription, state))
  }

  @Test func the_present_state_comes_first_then_each_change() {
    var state = state()
    #expect(state.handle(.begun, at: 0) == [.connect])
    #expect(state.handle(.connected, at: 0) == [.subscribe])
    #expect(state.subscribed == ["settings", "server"])
    let reply = WatchMessage.subscribed(id: "s1", [server("running"), settings])
    #expect(state.handle(.message(reply), at: 1) == [.show(settings)])
    #expect(state.dueTime == nil)
    let changed = State(topic: "settings", data: bytes("[]"))
    #expect(state.handle(event(changed), at: 2) == [.show(changed)])
    #expect(state.handle(event(server("running")), at: 3) == [])
    #expect(state.handle(event(changed, "s2"), at: 4) == [])
    #expect(state.handle(.message(.other), at: 5) == [])
  }

  @Test func first_lines_stand_in_the_order_asked_for() {
    var state = state(["server", "settings"])
    #expect(state.subscribed == ["server", "settings"])
    _ = state.handle(.connected, at: 0)
    let actions = state.handle(.message(.subscribed(id: "s1", [settings, server("running")])), at: 1)
    #expect(actions == [.show(server("running")), .show(settings)])
  }

  private let noPIN = CommandError(.failed, "a PIN, please", kind: "forbidden")

  @Test func a_profile_is_chosen_before_anything_is_followed() {
    var state = WatchStateMachine(topics: ["settings"], greets: true, mayStart: false, path: "/s")
    _ = state.handle(.begun, at: 0)
    #expect(state.handle(.connected, at: 0) == [.greet(pin: nil)])
    #expect(state.dueTime == patience)
    // Of the profile before.
    #expect(state.handle(.message(.subscribed(id: "s0", [settings])), at: 1) == [])
    #expect(state.handle(.message(.greeted), at: 1) == [.subscribe])
    #expect(state.handle(.message(.subscribed(id: "s1", [settings])), at: 2) == [.show(settings)])
    // And again, each time.
    #expect(state.handle(.closed, at: 5000) == [.showOffline, .connect])
    #expect(state.handle(.connected, at: 5000) == [.greet(pin: nil)])
    #expect(
      state.handle(.message(.refused(CommandError(.notFound, "gone"))), at: 5000) == [
        .end(CommandError(.notFound, "gone"))
      ])
  }

  @Test func a_pin_is_asked_for_once() {
    var state = WatchStateMachine(topics: ["settings"], greets: true, mayStart: false, path: "/s")
    _ = state.handle(.connected, at: 0)
    #expect(state.handle(.message(.needsPIN(noPIN)), at: 1) == [.askForPIN(noPIN)])
    #expect(state.handle(.pin("1234"), at: 60_000) == [.greet(pin: "1234")])
    #expect(state.dueTime == 60_000 + patience)
    #expect(state.handle(.message(.greeted), at: 60_001) == [.subscribe])
    _ = state.handle(.message(.subscribed(id: "s1", [settings])), at: 60_002)
    _ = state.handle(.closed, at: 70_000)
    #expect(state.handle(.connected, at: 70_000) == [.greet(pin: "1234")])
    // It is another one by now.
    #expect(state.handle(.message(.needsPIN(noPIN)), at: 70_001) == [.end(noPIN)])
  }

  @Test func a_profile_that_nobody_opens_is_looked_at_again() {
    var state = WatchStateMachine(topics: ["settings"], mayStart: false, path: "/s")
    _ = state.handle(.connected, at: 0)
    #expect(state.handle(.message(.needsPIN(noPIN)), at: 1) == [.askForPIN(noPIN)])
    #expect(state.handle(.pin(nil), at: 60_000) == [.disconnect, .showLocked, .report(noPIN)])
    // Nobody is asked again, and it is told once.
    for now in [65_000, 70_000] {
      #expect(state.dueTime == now)
      #expect(state.handle(.due, at: now) == [.connect])
      #expect(state.handle(.connected, at: now) == [.subscribe])
      #expect(state.handle(.message(.needsPIN(noPIN)), at: now) == [.disconnect, .showLocked])
    }
    _ = state.handle(.due, at: 75_000)
    _ = state.handle(.connected, at: 75_000)
    #expect(state.handle(.message(.subscribed(id: "s1", [settings])), at: 75_001) == [.show(settings)])
    // Locked again, its connection is closed.
    #expect(state.handle(.closed, at: 90_000) == [.showOffline, .connect])
    _ = state.handle(.connected, at: 90_000)
    #expect(state.handle(.message(.needsPIN(noPIN)), at: 90_000) == [.askForPIN(noPIN)])
    #expect(state.handle(.pin("1234"), at: 90_001) == [.greet(pin: "1234")])
    #expect(state.handle(.message(.greeted), at: 90_002) == [.subscribe])
  }

  @Test func a_profile_whose_pin_has_to_wait_is_locked_and_no_daemon_is_missing() {
    let tooOften = CommandError(.tryLater, "too often", kind: "forbidden")
    var state = WatchStateMachine(topics: ["settings"], mayStart: false, path: "/s")
    _ = state.handle(.connected, at: 0)
    #expect(
      state.handle(.message(.refused(tooOften)), at: 1) == [.disconnect, .showLocked, .report(tooOften)])
    #expect(state.dueTime == 5_001)
  }

  @Test func a_missing_daemon_is_started_at_once() {
    var state = state()
    _ = state.handle(.begun, at: 0)
    #expect(state.handle(.notThere, at: 0) == [.showOffline, .start])
    #expect(state.handle(.ready, at: 50) == [.connect])
    #expect(state.handle(.connected, at: 51) == [.subscribe])
  }

  @Test func without_permission_it_is_waited_for() {
    var state = state(mayStart: false)
    _ = state.handle(.begun, at: 0)
    #expect(state.handle(.notThere, at: 0) == [.showOffline])
    #expect(state.dueTime == nil && state.isWaiting)
    #expect(state.handle(.appeared, at: 5) == [.connect])
    // The file comes before listen(2).
    #expect(state.handle(.notThere, at: 5) == [])
    #expect(state.dueTime == 15)
    #expect(state.handle(.due, at: 15) == [.connect])
    #expect(state.handle(.connected, at: 15) == [.subscribe])
  }

  @Test func looks_end_where_nothing_comes() {
    var state = state(mayStart: false)
    _ = state.handle(.begun, at: 0)
    _ = state.handle(.notThere, at: 0)
    #expect(state.handle(.appeared, at: 0) == [.connect])
    var now = 0
    var looks = 1
    while true {
      #expect(state.handle(.notThere, at: now) == [])
      guard let due = state.dueTime else { break }
      now = due
      #expect(state.handle(.due, at: now) == [.connect])
      looks += 1
    }
    #expect(looks == 9 && now < 1200)
  }

  @Test func one_that_vanished_is_started() {
    var state = following()
    #expect(state.handle(.closed, at: 5000) == [.showOffline, .connect])
    #expect(state.handle(.notThere, at: 5000) == [.start])
  }

  @Test func one_that_said_stopping_is_not_started() {
    var state = following()
    #expect(state.handle(event(server("stopping")), at: 5000) == [])
    #expect(state.handle(.closed, at: 5001) == [.showOffline, .awaitReturn])
    #expect(state.dueTime == nil)
    #expect(state.handle(.appeared, at: 6000) == [.connect])
    for look in 1...8 {
      #expect(state.handle(.notThere, at: 6000 + look) == [])
      #expect(state.handle(.due, at: 6000 + look) == [.connect])
    }
    #expect(state.handle(.notThere, at: 8000) == [])
    #expect(state.dueTime == nil)
    // The next daemon is one like any other.
    _ = state.handle(.appeared, at: 9000)
    _ = state.handle(.connected, at: 9000)
    _ = state.handle(.message(.subscribed(id: "s1", [settings, server("running")])), at: 9001)
    #expect(state.handle(.closed, at: 12_000) == [.showOffline, .connect])
    #expect(state.handle(.notThere, at: 12_000) == [.start])
  }

  @Test func a_daemon_that_cannot_be_started_is_tried_ever_more_seldom_and_told_once() {
    var state = state()
    _ = state.handle(.begun, at: 0)
    var now = 0
    var pauses: [Int] = []
    let failure = CommandError.unreachable("no")
    #expect(state.handle(.notThere, at: now) == [.showOffline, .start])
    #expect(state.handle(.startFailed(failure), at: now) == [.report(failure)])
    for _ in 0..<8 {
      let due = state.dueTime ?? now
      pauses.append(due - now)
      now = due
      #expect(state.handle(.due, at: now) == [.connect])
      #expect(state.handle(.notThere, at: now) == [.start])
      #expect(state.handle(.startFailed(failure), at: now) == [])
    }
    #expect(pauses == [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    // Somebody else starts one meanwhile.
    #expect(state.handle(.appeared, at: now + 1) == [.connect])
  }

  @Test func a_start_that_takes_too_long_is_given_up() {
    var state = state()
    _ = state.handle(.begun, at: 0)
    _ = state.handle(.notThere, at: 0)
    #expect(state.dueTime == 10_000)
    #expect(state.handle(.appeared, at: 10) == [])
    #expect(state.handle(.due, at: 10_000) == [.giveUpStart])
    let failure = CommandError.unreachable("slow")
    #expect(state.handle(.startFailed(failure), at: 10_000) == [.report(failure)])
    #expect(state.isWaiting)
  }

  /// A daemon that ends as soon as it runs must not be a loop that takes the processor.
  @Test func a_daemon_that_keeps_ending_is_started_ever_more_seldom() {
    var state = state()
    _ = state.handle(.begun, at: 0)
    var now = 0
    var starts: [Int] = []
    var event = WatchStateMachine.Event.notThere
    while starts.count < 7, now < 200_000 {
      let actions = state.handle(event, at: now)
      switch actions.last(where: { $0 != .showOffline }) {
      case .start?:
        starts.append(now)
        now += 20
        _ = state.handle(.ready, at: now)
        _ = state.handle(.connected, at: now)
        _ = state.handle(.message(.subscribed(id: "s1", [settings, server("running")])), at: now)
        event = .closed
      case .connect?: event = .notThere
      default:
        now = state.dueTime ?? 1_000_000
        event = .due
      }
    }
    let pauses = zip(starts.dropFirst(), starts).map { $0 - $1 }
    #expect(pauses.count == 6)
    for (pause, least) in zip(pauses, [1000, 2000, 4000, 8000, 16_000, 30_000]) { #expect(pause >= least) }
  }

  /// One that is killed now and then is not one that cannot run.
  @Test func a_daemon_that_lived_a_while_is_started_again_at_once_five_times() {
    var state = following()
    var now = 0
    func pause(afterLife life: Int) -> Int {
      now += life
      let lost = now
      #expect(state.handle(.closed, at: now) == [.showOffline, .connect])
      var actions = state.handle(.notThere, at: now)
      while actions != [.start], let due = state.dueTime {
        now = due
        #expect(state.handle(.due, at: now) == [.connect])
        actions = state.handle(.notThere, at: now)
      }
      let pause = now - lost
      _ = state.handle(.ready, at: now)
      _ = state.handle(.connected, at: now)
      _ = state.handle(.message(.subscribed(id: "s1", [settings, server("running")])), at: now)
      return pause
    }
    #expect((1...8).map { _ in pause(afterLife: 1000) } == [0, 0, 0, 0, 0, 0, 1000, 3000])
    #expect((1...5).map { pause(afterLife: $0 == 1 ? 30_000 : 1000) } == [0, 0, 0, 0, 0])
  }

  @Test func one_that_was_killed_may_still_take_a_connection() {
    var state = state()
    for (time, said) in [(0, 1), (250, 1), (750, 0)] {
      _ = state.handle(.connected, at: time)
      // Offline the first time, the reason the second time, nothing after that.
      #expect(state.handle(.closed, at: time).count == said)
    }
  }

  @Test func a_refusal_that_will_not_change_ends_it() {
    var state = state()
    _ = state.handle(.connected, at: 0)
    let failure = CommandError(.failed, "there is no topic x", kind: "invalid_params")
    #expect(state.handle(.message(.refused(failure)), at: 1) == [.end(failure)])
  }

  @Test func a_full_daemon_is_asked_again_and_not_started_beside() {
    var state = state()
    _ = state.handle(.connected, at: 0)
    #expect(
      state.handle(.message(.refused(refusal)), at: 1) == [.disconnect, .showOffline, .report(refusal)])
    #expect(state.dueTime == 751)
    #expect(state.handle(.due, at: 751) == [.connect])
    _ = state.handle(.connected, at: 751)
    #expect(state.handle(.message(.refused(refusal)), at: 752) == [.disconnect])
    #expect(state.dueTime == 1502)
    // It was shutting down.
    _ = state.handle(.due, at: 1502)
    #expect(state.handle(.notThere, at: 1502) == [])
    #expect(state.dueTime == nil)
  }

  /// As of a list of `browse` that only upstream has.
  @Test func what_upstream_does_not_give_is_asked_for_ever_more_seldom() {
    let away = CommandError(.tryLater, "tmdb", kind: "upstream_unavailable")
    var state = state(["browse:popular"])
    var now = 0
    var pauses: [Int] = []
    for _ in 0..<5 {
      _ = state.handle(.connected, at: now)
      #expect(state.handle(.message(.refused(away)), at: now).first == .disconnect)
      let due = state.dueTime ?? now
      pauses.append(due - now)
      now = due
      #expect(state.handle(.due, at: now) == [.connect])
    }
    #expect(pauses == [750, 750, 1000, 2000, 4000])
    // It was not on purpose that it went meanwhile.
    #expect(state.handle(.notThere, at: now) == [.start])
  }

  @Test func one_that_closes_without_an_answer_is_tried_ever_more_seldom() {
    var state = state()
    var now = 0
    var pauses: [Int] = []
    for _ in 0..<9 {
      _ = state.handle(.connected, at: now)
      _ = state.handle(.closed, at: now)
      let due = state.dueTime ?? now
      pauses.append(due - now)
      now = due
      #expect(state.handle(.due, at: now) == [.connect])
    }
    #expect(pauses == [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  }

  @Test func a_daemon_that_does_not_answer_counts_as_none_until_it_does() {
    var state = state()
    _ = state.handle(.connected, at: 0)
    #expect(state.dueTime == patience)
    let actions = state.handle(.due, at: patience)
    #expect(actions.first == .showOffline && actions.count == 2)
    #expect(state.dueTime == nil)
    let reply = WatchMessage.subscribed(id: "s1", [settings])
    #expect(state.handle(.message(reply), at: 60_000) == [.show(settings)])
  }

  @Test func a_daemon_that_answers_may_take_its_time_for_the_states() {
    var state = state()
    _ = state.handle(.connected, at: 0)
    #expect(state.handle(.message(.alive), at: 1) == [])
    #expect(state.dueTime == 1 + timeout + patience)
    #expect(state.handle(.message(.subscribed(id: "s1", [settings])), at: 9000) == [.show(settings)])
    #expect(state.dueTime == nil)
    // The order of the two does not matter.
    #expect(state.handle(.message(.alive), at: 9001) == [] && state.dueTime == nil)
  }

  @Test func topic_without_a_state_is_told_and_shown_when_it_has_one() {
    var state = state(["library", "settings"])
    _ = state.handle(.connected, at: 0)
    let damaged = CommandError(.failed, "library: damaged", kind: "storage_error")
    let reply = WatchMessage.subscribed(id: "s1", [settings, server("running")], failed: [damaged])
    #expect(state.handle(.message(reply), at: 1) == [.show(settings), .report(damaged)])
    let library = State(topic: "library", data: bytes("{}"))
    #expect(state.handle(event(library), at: 2) == [.show(library)])
  }

  @Test func request_that_took_too_long_is_made_again() {
    var state = state(["browse:popular"])
    _ = state.handle(.connected, at: 0)
    let late = CommandError(.timedOut, "subscribe: not finished in 15000 ms", kind: "timeout")
    #expect(state.handle(.message(.refused(late)), at: 15_000) == [.disconnect, .showOffline, .report(late)])
    #expect(state.dueTime == 15_750)
  }

  @Test func offline_is_said_once() {
    var state = following(mayStart: false)
    #expect(state.handle(.closed, at: 5000) == [.showOffline, .connect])
    #expect(state.handle(.notThere, at: 5000) == [])
    #expect(state.handle(.appeared, at: 6000) == [.connect])
    #expect(state.handle(.busy, at: 6000) == [])
  }

  @Test func what_is_no_daemon_ends_it() {
    var state = state()
    _ = state.handle(.connected, at: 0)
    guard case .end(let failure)? = state.handle(.foreign, at: 1).first else {
      Issue.record("it does not end")
      return
    }
    #expect(failure.status == .unreachable)
    #expect(failure.message == "the program that listens at /s is not movierpcd")
    #expect(state.handle(.unusable(failure), at: 2) == [.end(failure)])
  }
}
