import Glibc
import TestSupport
import Testing

/// Programs that others wrote, as people use them.
@Suite struct PeerProgramTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"#
  /// Answered after half a second, which is when socat gives up unless told otherwise: it waits for the end of
  /// the connection, and for the time of -t at most.
  private let slow = #"{"jsonrpc":"2.0","id":2,"method":"search","params":{"q":"xyzzy","debounce_ms":600}}"#

  @Test(.needs("nc", of: "netcat-openbsd")) func netcat_is_answered() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    let outcome = try Program.run(
      "/bin/sh", ["-c", #"printf '%s\n%s\n' "$1" "$2" | nc -U -N "$0""#, daemon.socket, ping, slow])
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0 && lines.count == 2)
    #expect(lines.first.map(String.init) == pong)
    #expect(lines.last?.hasPrefix(#"{"jsonrpc":"2.0","id":2,"result":{"rev":""#) == true)
    #expect(lines.last?.contains(#""results":[]"#) == true)
  }

  @Test(.needs("socat", of: "socat")) func socat_is_answered() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    let outcome = try Program.run(
      "/bin/sh",
      ["-c", #"printf '%s\n%s\n' "$1" "$2" | socat -t120 - UNIX-CONNECT:"$0""#, daemon.socket, ping, slow])
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0 && lines.count == 2)
    #expect(lines.first.map(String.init) == pong)
  }

  private static let folder = Transcripts.protocolFolder + "/../.build/python-aiorpcx"

  @Test(
    .needs("python3", of: "python3"),
    .needs(
      file: folder + "/aiorpcx/__init__.py",
      from: "python3 -m pip install --target .build/python-aiorpcx 'aiorpcx==0.25.*' makes it"))
  func aiorpcx_calls_and_batches_and_sees_errors() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    let script = """
      import asyncio, sys
      from aiorpcx import connect_us, RPCError

      async def main():
        async with connect_us(sys.argv[1]) as session:
          session.sent_request_timeout = 240
          assert await session.send_request('ping') == {'pong': True}
          page = await session.send_request('search', {'q': 'dune', 'page_size': 2})
          print([title['title'] for title in page['results']])
          print((await session.send_request('search', ['dune', 'movie', 2024]))['results'][0]['title'])
          try:
            await session.send_request('search', {'q': 'dune', 'year': '2021'})
          except RPCError as error:
            print(error.code, error.message)
          async with session.send_batch() as batch:
            batch.add_request('ping')
            batch.add_notification('ping')
            batch.add_request('nonsense')
            batch.add_request('search', ['dune'])
          print(batch.results[0], batch.results[1].code, batch.results[2]['total_results'] > 2)
          def ask(n): return session.send_request('search', {'q': 'the', 'page': n, 'timeout_ms': 120000})
          many = await asyncio.gather(*[ask(n) for n in range(1, 101)])
          print([page['page'] for page in many] == list(range(1, 101)))

      asyncio.run(asyncio.wait_for(main(), 240))
      """
    let outcome = try Program.run(
      "python3", ["-c", script, daemon.socket], environment: ["PYTHONPATH": Self.folder, "LANG": "C.UTF-8"])
    #expect(
      outcome.output == """
        ['Dune', 'Dune']
        Dune: Part Two
        -32602 search: year must be an integer, not "2021"
        {'pong': True} -32601 True
        True

        """, "\(outcome.errors)")
  }

  /// The standard library's streams stop at 64 KiB a line unless told otherwise.
  @Test(.needs("python3", of: "python3")) func page_of_20_fits_into_the_streams_of_asyncio() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    let script = """
      import asyncio, json, sys

      async def main():
        reader, writer = await asyncio.open_unix_connection(sys.argv[1])
        for q in 'a e i o u the of s t'.split():
          writer.write(json.dumps({'jsonrpc': '2.0', 'id': q, 'method': 'search', 'params': {'q': q}}).encode() + b'\\n')
        for _ in range(9):
          assert len(json.loads(await reader.readline())['result']['results']) == 20

      asyncio.run(asyncio.wait_for(main(), 240))
      """
    let outcome = try Program.run("python3", ["-c", script, daemon.socket])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
