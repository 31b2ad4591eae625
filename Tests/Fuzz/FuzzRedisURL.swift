// libFuzzer target, see https://llvm.org/docs/LibFuzzer.html. Built together with RedisURL.swift by run.sh.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRedisURL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
  guard let url = RedisURL(String(decoding: input, as: UTF8.self)) else { return 0 }
  precondition((0...65_535).contains(url.database))
  for text in [url.user, url.password, url.authorities] {
    precondition(text.map { !$0.isEmpty && !$0.utf8.contains(0) } ?? true)
  }
  switch url.place {
  case .path(let path):
    precondition(path.hasPrefix("/") && (2...107).contains(path.utf8.count) && !path.utf8.contains(0))
    precondition(!url.isTLS)
  case .host(let name, let port):
    precondition((1...253).contains(name.utf8.count) && port > 0)
    precondition(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    // What is shown is an address of the same store, without user and password.
    guard let shown = RedisURL(url.description) else { preconditionFailure("shown as what is none") }
    precondition(shown.place == url.place && shown.database == url.database && shown.isTLS == url.isTLS)
    precondition(shown.user == nil && shown.password == nil && shown.authorities == nil)
  }
  return 0
}
