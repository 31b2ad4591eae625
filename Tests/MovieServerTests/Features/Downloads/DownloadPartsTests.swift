import Dispatch
import EventLoop
import Glibc
import MovieProtocol
import MovieStore
import Synchronization
import TestSupport
import Testing

@testable import MovieServer

@Suite struct RateMeterTests {
  @Test func rate_is_that_of_the_last_seconds() {
    var meter = RateMeter()
    meter.begin(at: 0)
    for step in 1...100 { meter.add(1000, at: LoopInstant(milliseconds: Int64(step * 100))) }
    #expect(meter.rate(at: 10_000) == 10_000)
    // Nothing has come since.
    #expect(meter.rate(at: 12_000) < 10_000 && meter.rate(at: 60_000) == 0)
    for step in 0...50 { meter.add(5000, at: LoopInstant(milliseconds: Int64(60_000 + step * 100))) }
    #expect((45_000...55_000).contains(meter.rate(at: 65_000)))
  }

  @Test func first_moment_tells_nothing() {
    var meter = RateMeter()
    #expect(meter.rate(at: 5) == 0)
    meter.begin(at: 100)
    meter.add(1_000_000, at: 101)
    #expect(meter.rate(at: 101) == 0)
    #expect(meter.rate(at: 1100) == 1_000_000)
  }
}

@Suite struct ContentTypeTests {
  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), "image/png"),
      (Array("RIFF....WEBPVP8 ".utf8), "image/webp"), (Array("<html>".utf8), nil), ([], nil),
      (Array("....ftypmp42".utf8), nil),
    ] as [([UInt8], String?)])
  func pictures_are_told_by_their_bytes(_ bytes: [UInt8], _ type: String?) {
    #expect(ContentType.of(bytes, .poster) == type)
  }

  @Test(
    arguments: [
      (Array("....ftypM4V ".utf8), "video/mp4"), (Array("....ftypqt  ".utf8), "video/quicktime"),
      (Array("....moov".utf8), "video/mp4"),
      ([0x1A, 0x45, 0xDF, 0xA3] + Array("....webm".utf8), "video/webm"),
      ([0x1A, 0x45, 0xDF, 0xA3] + Array("matroska".utf8), "video/x-matroska"),
      (Array("<!DOCTYPE html>".utf8), nil), (Array("{\"error\":1}".utf8), nil), ([0xFF, 0xD8, 0xFF], nil),
    ] as [([UInt8], String?)])
  func films_are_told_by_their_bytes(_ bytes: [UInt8], _ type: String?) {
    #expect(ContentType.of(bytes, .trailer) == type)
  }
}

@Suite struct DownloaderArgumentsTests {
  @Test func url_is_never_an_option_and_the_place_is_ours() {
    let words = ExternalDownloaderArguments(
      command: ["yt-dlp", "-f", "best"], url: "--exec=rm", workshop: "/data/movie/1/trailer.work",
      maxBytes: 7
    ).words
    #expect(Array(words.prefix(3)) == ["yt-dlp", "-f", "best"])
    #expect(Array(words.suffix(2)) == ["--", "--exec=rm"])
    #expect(words[(words.firstIndex(of: "--output") ?? 0) + 1] == "/data/movie/1/trailer.work/file.%(ext)s")
    #expect(words[(words.firstIndex(of: "--max-filesize") ?? 0) + 1] == "7")
  }

  @Test(
    arguments: [
      ("movierpc 1024 2048 NA", 1024, 2048), ("movierpc 1024 NA 5000.75", 1024, 5000),
      ("movierpc 1024 NA NA", 1024, nil), ("movierpc NA NA NA", nil, nil), ("[download] 5%", nil, nil),
      ("movierpc -5 1 1", nil, nil), ("movierpc 1e300 1 1", nil, nil), ("movierpc nan 1 1", nil, nil),
      ("movierpc 1 2", nil, nil),
    ] as [(String, Int64?, Int64?)])
  func progress_is_read(_ line: String, _ bytes: Int64?, _ total: Int64?) {
    let progress = ExternalDownloaderArguments.Progress(line)
    #expect(progress?.bytes == bytes && progress?.total == total)
  }

  @Test(
    arguments: [
      ("ERROR: [youtube] x: [Errno -3] Temporary failure in name resolution", true),
      ("ERROR: [youtube] x: <urlopen error [Errno 101] Network is unreachable>", true),
      ("ERROR: unable to download video data: The read operation timed out", true),
      ("ERROR: [youtube] x: Video unavailable", false), ("", false),
    ])
  func words_of_the_program_tell_whether_there_is_a_network(_ words: String, _ isOutage: Bool) {
    #expect(ExternalDownloaderArguments.indicatesOutage(words) == isOutage)
  }

  @Test func looks_at_a_disk_that_hangs_do_not_pile_up() async {
    let (begun, ends) = (Begun(), DispatchSemaphore(value: 0))
    let look = DiskSpaceCheck()
    let lane = BlockingLane("the disk", deadline: .seconds(240))
    await withCheckedContinuation { continuation in
      LoopTask.start {
        look.start(lane) {
          begun.count.withLock { $0 += 1 }
          ends.wait()
        } then: {
          continuation.resume()
        }
        for _ in 1...100 {
          look.start(lane) {
            begun.count.withLock { $0 += 1 }
          } then: {
          }
        }
        ends.signal()
      }
    }
    #expect(begun.count.withLock(\.self) == 1)
    await withCheckedContinuation { continuation in
      LoopTask.start {
        look.start(lane) {
        } then: {
          continuation.resume()
        }
      }
    }
  }

  private final class Begun: Sendable {
    let count = Mutex(0)
  }

  @Test func second_file_adds_to_the_first() throws {
    var progress = ExternalDownloaderProgress()
    for (line, bytes, total) in [
      ("10 100", 10, 100), ("100 100", 100, 100), ("5 50", 105, 150), ("50 50", 150, 150), ("1 NA", 151, nil),
    ] as [(String, Int64, Int64?)] {
      let told = progress.add(try #require(ExternalDownloaderArguments.Progress("movierpc \(line) NA")))
      #expect(told.bytes == bytes && told.total == total, "\(line)")
    }
  }
}

@Suite struct DownloadFolderTests {
  @Test func removing_a_download_touches_nothing_else() throws {
    let place = try TemporaryFolder()
    let folder = DownloadFolder(path: place.path + "/downloads")
    try TemporaryFolder.write("mine", to: place.path + "/mine")
    try folder.make("movie/1")
    try folder.make("movie/2")
    for kind in Download.Asset.Kind.allCases {
      for name in ["", ".part", ".part.tag"] {
        try TemporaryFolder.write("x", to: folder.file("movie/1", kind) + name)
      }
    }
    try DurableFile.makeFolder(folder.workshop("movie/1", .trailer))
    try TemporaryFolder.write("x", to: folder.workshop("movie/1", .trailer) + "/file.f1.part")
    symlink(place.path + "/mine", folder.workshop("movie/1", .trailer) + "/link")
    let made = folder.workshop("movie/1", .trailer) + "/made"
    mkdir(made, 0o700)
    mkdir(place.path + "/others", 0o700)
    try TemporaryFolder.write("mine", to: place.path + "/others/x")
    symlink(place.path + "/others", made + "/link")
    try TemporaryFolder.write("x", to: made + "/file")
    try TemporaryFolder.write("x", to: folder.file("movie/2", .poster))
    try folder.remove("movie/1")
    #expect(ProcessFigures.names(in: folder.path + "/movie") == ["2"])
    #expect(TemporaryFolder.read(place.path + "/mine") == "mine")
    #expect(TemporaryFolder.read(place.path + "/others/x") == "mine")
    #expect(TemporaryFolder.read(folder.file("movie/2", .poster)) == "x")
    try folder.remove("movie/1")
  }

  @Test func link_in_place_of_the_workshop_is_not_followed() throws {
    let place = try TemporaryFolder()
    let folder = DownloadFolder(path: place.path + "/downloads")
    try folder.make("movie/1")
    mkdir(place.path + "/mine", 0o700)
    try TemporaryFolder.write("x", to: place.path + "/mine/file")
    symlink(place.path + "/mine", folder.workshop("movie/1", .trailer))
    try? folder.remove("movie/1")
    #expect(TemporaryFolder.read(place.path + "/mine/file") == "x")
  }

  @Test func what_is_not_ours_stays_and_keeps_its_folder() throws {
    let place = try TemporaryFolder()
    let folder = DownloadFolder(path: place.path)
    try folder.make("movie/1")
    try TemporaryFolder.write("x", to: folder.folder("movie/1") + "/notes.txt")
    try folder.remove("movie/1")
    #expect(ProcessFigures.names(in: folder.folder("movie/1")) == ["notes.txt"])
  }

  @Test func room_is_that_of_the_disk_also_where_the_folder_is_missing() throws {
    let place = try TemporaryFolder()
    let folder = DownloadFolder(path: place.path + "/not/there/yet")
    let room = try #require(folder.room())
    #expect(room > 0)
    #expect(folder.lackOfRoom(for: 0, 0) == nil)
    let lack = folder.lackOfRoom(for: .max / 2, 0)
    #expect(lack?.fault.kind == "storage_error" && lack?.isFinal == true)
    #expect(folder.lackOfRoom(for: 0, .max / 2) != nil)
  }
}

@Suite struct DownloadFinderTests {
  private func detail(poster: String?, videos: [Video] = []) -> TitleDetail {
    var detail = TitleDetail(Title("movie/1", "A", source: .tmdb))
    (detail.title.posterPath, detail.videos) = (poster, videos)
    return detail
  }

  @Test(arguments: [
    "/../../x", "/a/b.jpg", "/a\n.jpg", "/", "a.jpg", "/a.jpg?x", "file:///etc/passwd", "//evil.org/a.jpg",
  ])
  func path_that_is_none_of_tmdbs_is_no_picture(_ path: String) async {
    let asset = await DownloadFinder.asset(.poster, of: detail(poster: path), at: 7)
    #expect(asset.state == .absent && asset.source == nil && asset.finishedAt == 7)
  }

  @Test func what_the_detail_names_needs_no_search() async {
    let preview = Video(name: "P", type: .preview, site: "itunes", url: "https://x/p.m4v", isDirect: true)
    let named = detail(poster: "/abc.jpg", videos: [preview])
    let poster = await DownloadFinder.asset(.poster, of: named, at: 7)
    #expect(poster.source == "/abc.jpg" && poster.state == .queued)
    #expect(await DownloadFinder.asset(.backdrop, of: named, at: 7).state == .absent)
    #expect(await DownloadFinder.asset(.preview, of: named, at: 7).source == "https://x/p.m4v")
    #expect(await DownloadFinder.asset(.trailer, of: named, at: 7).source == nil)
    let cached = await DownloadFinder.asset(.detail, of: named, at: 7)
    #expect(cached.state == .done && cached.bytes == Int64(named.facts.utf8.count))
  }
}
