import EventLoop
import Glibc
import TestSupport

/// nginx with a server for each kind of certificate. It ends with this object.
final class Nginx: Sendable {
  enum Server: Int, CaseIterable { case good, wrongHost, expired, selfSigned, oldTLS, http1 }

  static let packedText = String(repeating: "packed ", count: 1000)
  private static let program = Program.find(orNil: "nginx") ?? "/usr/sbin/nginx"
  static var isThere: Bool { access(program, X_OK) == 0 && Certificates.areExpected }

  private let folder: TemporaryFolder
  private let ports: [Int]
  nonisolated(unsafe) private let process: Program

  var authority: String { folder.path + "/ca.pem" }
  var log: String { TemporaryFolder.read(folder.path + "/access.log") }

  func url(_ server: Server, _ path: String) -> String {
    "https://127.0.0.1:\(ports[server.rawValue])\(path)"
  }

  @LoopActor static func start() async throws -> Nginx { try await beside { try Nginx() } }

  private init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    try Certificates.make(in: folder)
    try TemporaryFolder.write(Self.packedText, to: folder.path + "/packed")
    try Bytes.write([UInt8](repeating: 65, count: 1_000_000), to: folder.path + "/slow")
    // Somebody else may take a port before nginx does.
    for _ in 0..<5 {
      let ports = Self.freePorts()
      try TemporaryFolder.write(Self.configuration(folder.path, ports), to: folder.path + "/nginx.conf")
      let process = try Program(
        Self.program,
        ["-p", folder.path, "-c", folder.path + "/nginx.conf", "-e", folder.path + "/error.log"])
      // It writes its number once it listens.
      try Wait.until("nginx listens") {
        process.hasEnded || !TemporaryFolder.read(folder.path + "/pid").isEmpty
      }
      if !process.hasEnded {
        self.ports = ports
        self.process = process
        return
      }
    }
    throw Program.Fault(description: "nginx: \(TemporaryFolder.read(folder.path + "/error.log"))")
  }

  /// All are taken before the first is given back, so no two are the same.
  private static func freePorts() -> [Int] {
    let taken = Server.allCases.map { _ in ClosedPort() }
    return withExtendedLifetime(taken) { taken.map(\.number) }
  }

  private static func configuration(_ folder: String, _ ports: [Int]) -> String {
    let servers = Server.allCases.map { server in
      let port = ports[server.rawValue]
      let name = [.oldTLS, .http1].contains(server) ? "good" : "\(server)"
      return """
        server {
          listen 127.0.0.1:\(port) ssl\(server == .http1 ? "" : " http2");
          ssl_certificate \(folder)/\(name).pem;
          ssl_certificate_key \(folder)/\(name).key;
          \(server == .oldTLS ? "ssl_protocols TLSv1 TLSv1.1; ssl_ciphers DEFAULT@SECLEVEL=0;" : "")
          root \(folder);
          location = /hello { return 200 hello; }
          location = /connection { return 200 $connection; }
          location = /authorization { return 200 "authorization: $http_authorization"; }
          location = /to-http { return 302 http://127.0.0.1:1/; }
          location = /to-self { return 302 /authorization; }
          location = /to-other { return 302 https://127.0.0.1:\(ports[Server.http1.rawValue])/authorization; }
          location = /packed { gzip on; gzip_types *; gzip_min_length 0; }
          location = /slow { limit_rate 1000; limit_rate_after 1000; }
        }
        """
    }
    return """
      daemon off;
      master_process off;
      pid \(folder)/pid;
      events {}
      http {
        access_log \(folder)/access.log;
        client_body_temp_path \(folder)/t1;
        proxy_temp_path \(folder)/t2;
        fastcgi_temp_path \(folder)/t3;
        uwsgi_temp_path \(folder)/t4;
        scgi_temp_path \(folder)/t5;
        \(servers.joined(separator: "\n"))
      }
      """
  }
}
