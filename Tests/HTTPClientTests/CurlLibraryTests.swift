import TestSupport
import Testing

@testable import HTTPClient

@Suite struct CurlLibraryTests {
  @Test(arguments: [
    (["4b7c1f0d.0"], true), (["certificates.crt", "0b9bc432.0", "a.0"], true), ([], false),
    (["4b7c1f0d.1", "4b7c1f0d0.0", "4b7c1f0.0", "4b7c1f0d.pem"], false),
  ]) func folder_of_certificates_is_known_by_its_names(_ names: [String], _ isOne: Bool) throws {
    let folder = try TemporaryFolder()
    for name in names { try TemporaryFolder.write("", to: folder.path + "/" + name) }
    #expect(CurlLibrary.hasHashes(folder.path) == isOne)
  }

  @Test func folder_that_is_not_there_has_none() {
    #expect(!CurlLibrary.hasHashes("/nowhere"))
  }
}
