import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite struct DownloadQueueTests {
  typealias Kind = Download.Asset.Kind

  private func wanted(_ key: TitleKey, _ sources: [(Kind, String?)]) -> StoredDownload {
    StoredDownload(
      key: key, title: key.text, mediaType: .movie, language: "en-US", region: "US", createdAt: 1,
      assets: sources.map { StoredDownload.Asset($0, source: $1) })
  }

  private func queue(_ change: (inout Limits) -> Void = { _ in }) -> DownloadQueue {
    var limits = Limits()
    change(&limits)
    return DownloadQueue(limits, pictureHost: "pictures")
  }

  private func jobs(_ actions: [DownloadQueue.Action]) -> [DownloadQueue.Job] {
    actions.compactMap { if case .start(let job) = $0 { job } else { nil } }
  }

  private func failure(
    _ kind: String = "upstream_unavailable", isFinal: Bool = false, isGone: Bool = false
  ) -> DownloadQueue.End {
    .failed(.init(fault: .init(kind: kind, message: .words("no")), isFinal: isFinal, isGone: isGone))
  }

  private func outage() -> DownloadQueue.End {
    .failed(
      .init(fault: .init(kind: "upstream_unavailable", message: .noConnection("reset")), isOutage: true))
  }

  private func download(_ queue: DownloadQueue, _ key: TitleKey, at now: LoopInstant = 0) -> Download? {
    queue.download(key, at: now) { "/files/\(key)/\($0.rawValue)" }
  }

  @Test func those_asked_for_first_come_first_and_no_server_gets_two() {
    var queue = queue()
    for number in 1...6 {
      queue.add(wanted("movie/\(number)", [(.preview, "https://h\(number % 2)/\(number)")]))
    }
    var order = jobs(queue.next(at: 0)).map(\.key)
    #expect(order == ["movie/1", "movie/2"])
    while let (number, one) = queue.running.min(by: { $0.key < $1.key }).map({ ($0.key, $0.value) }) {
      #expect(queue.running.values.count { $0.host == one.host } == 1)
      queue.ended(number, .done(bytes: 1, contentType: "video/mp4"), at: 0, 7, jitter: 0)
      order += jobs(queue.next(at: 0)).map(\.key)
    }
    #expect(order == (1...6).map { "movie/\($0)" })
    #expect((1...6).allSatisfy { queue.state("movie/\($0)") == .done })
  }

  @Test func no_more_than_so_many_are_under_way_and_one_of_a_download() {
    var queue = queue()
    for number in 1...5 {
      queue.add(
        wanted(
          "movie/\(number)", [(.preview, "https://a\(number)/"), (.trailer, "https://b\(number)/")]))
    }
    let first = jobs(queue.next(at: 0))
    #expect(first.map(\.key) == ["movie/1", "movie/2", "movie/3"])
    #expect(queue.state("movie/3") == .active && queue.state("movie/4") == .queued)
    #expect(queue.next(at: 0).isEmpty)
    queue.ended(first[1].number, .absent, at: 0, 7, jitter: 0)
    #expect(jobs(queue.next(at: 0)).map { "\($0.key) \($0.kind)" } == ["movie/2 trailer"])
  }

  @Test func what_is_not_known_yet_is_looked_for_first() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.poster, "/a.jpg"), (.preview, nil)]))
    queue.add(wanted("movie/2", [(.poster, "/b.jpg"), (.preview, nil)]))
    // The second poster waits for the server, its preview does not.
    let first = jobs(queue.next(at: 0))
    #expect(first.map(\.work) == [.fetch(source: "/a.jpg"), .find(avoiding: [])])
    queue.ended(first[1].number, .found(source: "https://x/p"), at: 0, 7, jitter: 0)
    #expect(jobs(queue.next(at: 0)).map(\.work) == [.fetch(source: "https://x/p")])
    #expect(download(queue, "movie/2")?.tries == 1)
  }

  @Test func five_tries_that_bring_nothing_are_a_failure() throws {
    var queue = queue()
    queue.add(wanted("movie/1", [(.preview, "https://h/1")]))
    var now: LoopInstant = 1000
    var waits: [Duration] = []
    while let job = jobs(queue.next(at: now)).first {
      queue.ended(job.number, failure(), at: now, 7, jitter: 1)
      guard let wake = queue.wakeAt else { break }
      #expect(queue.state("movie/1") == .queued && download(queue, "movie/1")?.fault?.kind != nil)
      #expect(queue.next(at: wake - .milliseconds(1)).isEmpty, "not before it is time")
      waits.append(wake - now)
      now = wake
    }
    #expect(waits == [2, 4, 8, 16].map(Duration.seconds))
    let failed = try #require(download(queue, "movie/1"))
    #expect(failed.state == .failed && failed.tries == 5 && failed.finishedAt == 7)
    #expect(failed.fault?.kind == "upstream_unavailable" && failed.assets[0].state == .failed)
    #expect(queue.wakeAt == nil && queue.next(at: .distantFuture).isEmpty)
    queue.resume("movie/1")
    #expect(jobs(queue.next(at: now)).count == 1 && queue.state("movie/1") == .active)
  }

  @Test func server_that_is_not_reached_is_no_failure_and_is_tried_by_one_at_a_time() {
    var queue = queue { $0.downloadsPerHost = 1 }
    for number in 1...3 { queue.add(wanted("movie/\(number)", [(.preview, "https://h/\(number)")])) }
    queue.add(wanted("movie/4", [(.preview, "https://other/4")]))
    var now: LoopInstant = 1000
    var waits: [Duration] = []
    for _ in 1...8 {
      for job in jobs(queue.next(at: now)) {
        let isOther = job.key == "movie/4"
        queue.ended(job.number, isOther ? .done(bytes: 1, contentType: "") : outage(), at: now, 7, jitter: 1)
      }
      #expect(queue.next(at: now).isEmpty, "one of a server finds out for all")
      let wake = queue.wakeAt ?? 0
      waits.append(wake - now)
      now = wake
    }
    #expect(waits == [2, 4, 8, 16, 32, 60, 60, 60].map(Duration.seconds))
    #expect((1...3).allSatisfy { queue.state("movie/\($0)") == .queued } && queue.state("movie/4") == .done)
    // Those that have not been tried say it too.
    #expect((1...3).allSatisfy { download(queue, "movie/\($0)")?.fault?.message == .noConnection("reset") })
    // Reached again, all of them go on as if nothing had been.
    for _ in 1...3 {
      for job in jobs(queue.next(at: now)) {
        queue.ended(job.number, .done(bytes: 1, contentType: ""), at: now, 7, jitter: 1)
      }
    }
    #expect((1...3).allSatisfy { queue.state("movie/\($0)") == .done } && queue.cooldowns.isEmpty)
    queue.add(wanted("movie/5", [(.preview, "https://h/5")]))
    #expect(download(queue, "movie/5")?.fault == nil)
  }

  /// A downloader that outlived its daemon may be at a large file for hours.
  @Test func other_program_at_work_is_waited_for_however_long_it_takes() throws {
    var queue = queue()
    queue.add(wanted("movie/1", [(.trailer, "command:https://videos/1")]))
    var now: LoopInstant = 0
    for _ in 1...50 {
      let job = try #require(jobs(queue.next(at: now)).first)
      let fault = Failure(kind: "conflict", message: .words("not ended yet"))
      queue.ended(job.number, .failed(.init(fault: fault, isBusy: true)), at: now, 7, jitter: 0)
      #expect(queue.state("movie/1") == .queued)
      let wakeAt = try #require(queue.wakeAt)
      #expect(wakeAt > now && wakeAt - now <= .seconds(60))
      now = wakeAt
    }
    #expect(jobs(queue.next(at: now)).count == 1)
  }

  @Test func network_that_is_back_and_a_user_end_the_wait() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.preview, "https://h/1")]))
    queue.ended(jobs(queue.next(at: 0))[0].number, outage(), at: 0, 7, jitter: 1)
    #expect(queue.next(at: 1).isEmpty)
    queue.networkIsBack()
    queue.ended(jobs(queue.next(at: 1))[0].number, outage(), at: 1, 7, jitter: 1)
    #expect(queue.next(at: 2).isEmpty)
    queue.resume("movie/1")
    #expect(jobs(queue.next(at: 2)).count == 1)
  }

  @Test func server_is_left_alone_for_as_long_as_it_says() {
    var queue = queue()
    for number in 1...2 { queue.add(wanted("movie/\(number)", [(.preview, "https://h/\(number)")])) }
    let busy = DownloadQueue.JobError(
      fault: .init(kind: "rate_limited", message: .serverReturned(429)), retryAfter: .seconds(90))
    queue.ended(jobs(queue.next(at: 0))[0].number, .failed(busy), at: 0, 7, jitter: 0)
    #expect(queue.next(at: 89_999).isEmpty && queue.wakeAt == 90_000, "the other one neither")
    queue.networkIsBack()
    #expect(queue.next(at: 89_999).isEmpty)
    #expect(jobs(queue.next(at: 90_000)).map(\.key) == ["movie/1"])
  }

  @Test func tries_that_bring_something_do_not_count() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.preview, "https://h/1")]))
    var (now, bytes): (LoopInstant, Int64) = (0, 0)
    for _ in 1...20 {
      let job = jobs(queue.next(at: now))[0]
      #expect(job.bytes == bytes)
      queue.began(job.number, at: bytes, of: 10_000_000, isRestart: false)
      bytes += DownloadEntry.progress
      queue.progressed(job.number, to: bytes, of: 10_000_000, at: now)
      queue.ended(job.number, failure(), at: now, 7, jitter: 0.5)
      let wake = queue.wakeAt ?? 0
      #expect(wake > now && wake <= now + .milliseconds(200), "soon")
      now = wake
    }
    #expect(download(queue, "movie/1")?.tries == 20 && queue.state("movie/1") == .queued)
  }

  @Test func file_that_changes_all_the_time_is_given_up() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.preview, "https://h/1")]))
    var now: LoopInstant = 0
    var tries = 0
    while let job = jobs(queue.next(at: now)).first {
      tries += 1
      queue.began(job.number, at: 0, of: nil, isRestart: tries > 1)
      queue.progressed(job.number, to: 1_000_000, of: nil, at: now)
      queue.ended(job.number, failure(), at: now, 7, jitter: 0)
      now = queue.wakeAt ?? now
    }
    #expect(queue.state("movie/1") == .failed && tries == 7)
    #expect(download(queue, "movie/1")?.restarts == 6)
  }

  @Test func failure_that_another_try_would_not_mend_is_final() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.poster, "/a.jpg"), (.backdrop, "/b.jpg")]))
    let job = jobs(queue.next(at: 0))[0]
    queue.ended(job.number, failure("storage_error", isFinal: true), at: 0, 7, jitter: 0)
    // The rest goes on, and the failure stays.
    let other = jobs(queue.next(at: 0))[0]
    #expect(other.kind == .backdrop && queue.state("movie/1") == .active)
    queue.ended(other.number, .done(bytes: 3, contentType: "image/jpeg"), at: 0, 8, jitter: 0)
    #expect(queue.state("movie/1") == .failed)
    #expect(download(queue, "movie/1")?.fault?.kind == "storage_error")
    #expect(download(queue, "movie/1")?.finishedAt == 8)
  }

  @Test func what_is_no_longer_there_is_looked_for_anew() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.preview, "https://h/1")]))
    let job = jobs(queue.next(at: 0))[0]
    queue.ended(job.number, failure(isGone: true), at: 0, 7, jitter: 0)
    #expect(jobs(queue.next(at: queue.wakeAt ?? 0)).map(\.work) == [.find(avoiding: ["https://h/1"])])
  }

  @Test func sources_that_were_of_no_use_are_remembered_until_one_is() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.trailer, nil)]))
    var now: LoopInstant = 0
    for number in 1...3 {
      let found = jobs(queue.next(at: now))[0]
      #expect(found.work == .find(avoiding: (1..<number).map { "https://h/\($0)" }))
      queue.ended(found.number, .found(source: "https://h/\(number)"), at: now, 7, jitter: 1)
      let job = jobs(queue.next(at: now))[0]
      if number == 3 {
        queue.ended(job.number, .done(bytes: 3, contentType: "video/mp4"), at: now, 7, jitter: 1)
      } else {
        queue.ended(job.number, failure(isGone: true), at: now, 7, jitter: 1)
        now = queue.wakeAt ?? now
      }
    }
    #expect(queue.state("movie/1") == .done)
  }

  @Test func what_is_found_anew_and_is_of_no_use_again_is_given_up() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.preview, nil)]))
    var now: LoopInstant = 0
    var waits: [Duration] = []
    while let found = jobs(queue.next(at: now)).first, waits.count < 20 {
      queue.ended(found.number, .found(source: "https://h/1"), at: now, 7, jitter: 1)
      guard let job = jobs(queue.next(at: now)).first else { break }
      queue.ended(job.number, failure(isGone: true), at: now, 7, jitter: 1)
      guard let wake = queue.wakeAt else { break }
      waits.append(wake - now)
      now = wake
    }
    #expect(waits == [2, 4, 8, 16].map(Duration.seconds))
    #expect(queue.state("movie/1") == .failed && download(queue, "movie/1")?.tries == 5)
  }

  @Test func paused_one_is_stopped_and_goes_on_only_when_it_has_ended() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.preview, "https://h/1")]))
    let job = jobs(queue.next(at: 0))[0]
    queue.progressed(job.number, to: 500, of: 1000, at: 0)
    #expect(queue.pause("movie/1") == [.stop(job.number)])
    #expect(queue.pause("movie/1") == [])
    let paused = download(queue, "movie/1")
    #expect(paused?.state == .paused && paused?.assets[0].state == .paused && paused?.bytes == 500)
    queue.resume("movie/1")
    #expect(queue.next(at: 0).isEmpty, "its file is still being written")
    queue.ended(job.number, .stopped, at: 0, 7, jitter: 0)
    let next = jobs(queue.next(at: 0))
    #expect(next.map(\.bytes) == [500] && queue.state("movie/1") == .active)
    #expect(download(queue, "movie/1")?.fault == nil)
  }

  @Test func one_that_has_lost_its_files_fetches_them_again_when_it_is_resumed() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.poster, "/p.jpg"), (.preview, "https://h/1")]))
    let job = jobs(queue.next(at: 0))[0]
    queue.ended(job.number, .done(bytes: 10, contentType: "image/jpeg"), at: 0, 7, jitter: 0)
    _ = queue.takeUnsaved()
    #expect(queue.lose("movie/1") == [])
    #expect(queue.takeUnsaved().map(\.key) == ["movie/1"])
    let lost = download(queue, "movie/1")
    #expect(lost?.state == .paused && lost?.bytes == 0 && lost?.assets[0].state == .paused)
    #expect(queue.next(at: 0).isEmpty)
    queue.resume("movie/1")
    #expect(jobs(queue.next(at: 0)).map(\.kind) == [.poster])
  }

  @Test func finished_one_is_not_paused() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.preview, "https://h/1")]))
    queue.ended(jobs(queue.next(at: 0))[0].number, .absent, at: 0, 7, jitter: 0)
    _ = queue.takeUnsaved()
    #expect(queue.pause("movie/1") == [] && queue.state("movie/1") == .done)
    queue.resume("movie/1")
    #expect(queue.takeUnsaved() == [])
  }

  @Test func asking_again_adds_assets_and_tries_again_what_failed() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.poster, "/a.jpg"), (.backdrop, "/b.jpg"), (.preview, nil)]))
    queue.ended(
      jobs(queue.next(at: 0))[0].number, .done(bytes: 3, contentType: "image/jpeg"), at: 0, 7, jitter: 0)
    queue.ended(jobs(queue.next(at: 0))[0].number, failure(isFinal: true), at: 0, 7, jitter: 0)
    queue.ended(jobs(queue.next(at: 0))[0].number, .absent, at: 0, 7, jitter: 0)
    #expect(queue.state("movie/1") == .failed)
    queue.add(
      wanted("movie/1", [(.trailer, nil), (.poster, "/new.jpg"), (.backdrop, "/b.jpg"), (.preview, nil)]))
    #expect(queue.order == ["movie/1"])
    let assets = queue.stored("movie/1")?.assets ?? []
    #expect(assets.map(\.kind) == [.poster, .backdrop, .preview, .trailer])
    #expect(assets.map(\.state) == [.done, .queued, .queued, .queued])
    #expect(assets[0].source == "/a.jpg" && assets[1].tries == 1)
    // One whose file somebody has removed is fetched.
    queue.add(wanted("movie/1", [(.poster, "/new.jpg")]), missing: [.poster])
    #expect(queue.stored("movie/1")?.assets[0].state == .queued)
  }

  @Test func removed_one_is_forgotten_whatever_its_work_still_tells() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.preview, "https://h/1")]))
    let job = jobs(queue.next(at: 0))[0]
    #expect(queue.remove("movie/1") == [.stop(job.number)])
    queue.progressed(job.number, to: 5, of: 10, at: 0)
    #expect(!queue.isIdle && queue.state("movie/1") == nil)
    queue.ended(job.number, .done(bytes: 10, contentType: "video/mp4"), at: 0, 7, jitter: 0)
    #expect(queue.isIdle && queue.isEmpty && queue.order == [] && queue.takeUnsaved() == [])
  }

  @Test func what_the_library_has_goes_on_where_it_was() {
    var stored = [
      wanted("movie/1", [(.preview, "https://h/1")]), wanted("movie/2", [(.preview, "https://h/2")]),
      wanted("movie/3", [(.preview, "https://h/3")]),
    ]
    stored[0].assets[0].bytes = 400
    stored[0].assets[0].totalBytes = 1000
    stored[1].isPaused = true
    stored[2].isDeleted = true
    var queue = queue()
    queue.load(stored)
    let job = jobs(queue.next(at: 0))
    #expect(job.map(\.key) == ["movie/1"] && job[0].bytes == 400 && job[0].totalBytes == 1000)
    #expect(queue.state("movie/2") == .paused && queue.state("movie/3") == nil)
  }

  @Test func list_has_the_queue_first_and_then_what_finished_last() {
    var queue = queue { $0.downloadsPerHost = 9 }
    for number in 1...5 { queue.add(wanted("movie/\(number)", [(.preview, "https://h/\(number)")])) }
    for (moment, job) in jobs(queue.next(at: 0)).enumerated() {
      queue.ended(
        job.number, .done(bytes: 1, contentType: ""), at: 0, Timestamp(seconds: Int64(moment)), jitter: 0)
    }
    #expect(queue.sorted() == ["movie/4", "movie/5", "movie/3", "movie/2", "movie/1"])
    #expect(queue.sorted(.queued) == ["movie/4", "movie/5"] && queue.sorted(.failed) == [])
  }

  @Test func there_is_a_bound() {
    var queue = queue { $0.downloads = 2 }
    for number in 1...2 { queue.add(wanted("movie/\(number)", [])) }
    #expect(queue.hasRoom(for: "movie/1") && !queue.hasRoom(for: "movie/3"))
  }

  @Test func nothing_starts_any_more_at_the_end() {
    var queue = queue()
    for number in 1...4 { queue.add(wanted("movie/\(number)", [(.preview, "https://h\(number)/")])) }
    let first = jobs(queue.next(at: 0))
    #expect(
      Set(queue.stopAll().map { "\($0)" }) == Set(first.map { "\(DownloadQueue.Action.stop($0.number))" }))
    for job in first { queue.ended(job.number, .stopped, at: 0, 7, jitter: 0) }
    #expect(queue.isIdle && queue.next(at: 0).isEmpty)
  }

  @Test func totals_are_known_when_all_of_them_are() {
    var queue = queue()
    queue.add(wanted("movie/1", [(.poster, "/a.jpg"), (.preview, "https://h/1")]))
    let job = jobs(queue.next(at: 0))[0]
    queue.began(job.number, at: 0, of: 100, isRestart: false)
    #expect(download(queue, "movie/1")?.totalBytes == nil)
    queue.ended(job.number, .done(bytes: 100, contentType: "image/png"), at: 0, 7, jitter: 0)
    let preview = jobs(queue.next(at: 0))[0]
    queue.progressed(preview.number, to: 30, of: 300, at: 0)
    let shown = download(queue, "movie/1")
    #expect(shown?.totalBytes == 400 && shown?.bytes == 130)
    #expect(shown?.assets.map(\.file) == ["/files/movie/1/poster", nil])
  }

  @Test(
    arguments: [
      ("https://Example.org:8443/x?y", "example.org:8443"), ("command:https://youtu.be/x", "youtu.be"),
      ("https://example.org?x", "example.org"), ("nothing", ""),
    ])
  func host_is_told_with_its_port(_ source: String, _ host: String) {
    #expect(DownloadQueue.host(of: source) == host)
  }
}
