import Glibc

/// Certificates for a server at 127.0.0.1 and localhost, made by openssl: `NAME.pem` and `NAME.key`.
///
/// `ca` has signed `good`, `expired`, and `wrongHost`, which is for another name; not `selfSigned`.
package enum Certificates {
  /// In CI openssl has to be installed: its tests fail without it.
  package static var areExpected: Bool { Program.find(orNil: "openssl") != nil || getenv("CI") != nil }

  package static func make(in folder: TemporaryFolder) throws {
    let made = try Program.run("sh", ["-c", "cd \(folder.path) && " + script])
    guard made.status == 0 else { throw Program.Fault(description: "openssl: \(made.errors)") }
  }

  private static let script = """
    set -e
    key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
    here=subjectAltName=IP:127.0.0.1,DNS:localhost
    leaf=basicConstraints=critical,CA:false
    openssl req -x509 $key -days 2 -subj /CN=authority -keyout ca.key -out ca.pem
    openssl req -x509 $key -days 2 -subj /CN=good -CA ca.pem -CAkey ca.key -addext $here -addext $leaf \
      -keyout good.key -out good.pem
    openssl req -x509 $key -days 2 -subj /CN=127.0.0.1 -CA ca.pem -CAkey ca.key -addext $leaf \
      -addext subjectAltName=DNS:example.org -keyout wrongHost.key -out wrongHost.pem
    openssl req -x509 $key -days 2 -subj /CN=self -addext $here -keyout selfSigned.key -out selfSigned.pem
    printf '[ca]\\ndefault_ca=d\\n[d]\\ndatabase=index\\nserial=serial\\nnew_certs_dir=.\\n' > ca.conf
    printf 'default_md=sha256\\npolicy=p\\ncopy_extensions=copy\\n' >> ca.conf
    printf '[p]\\ncommonName=supplied\\n' >> ca.conf
    : > index
    echo 01 > serial
    openssl req -new $key -subj /CN=expired -addext $here -keyout expired.key -out expired.csr
    openssl ca -batch -notext -config ca.conf -cert ca.pem -keyfile ca.key -in expired.csr -out expired.pem \
      -startdate 20200101000000Z -enddate 20210101000000Z
    """
}
