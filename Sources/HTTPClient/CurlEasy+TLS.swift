import CCurl
import Glibc

extension CurlEasy {
  /// - Parameter certificates: the file of those to trust; nil: `CURL_CA_BUNDLE`, `SSL_CERT_FILE`, else those of
  ///   the system.
  func setTLS(trusting certificates: String?) {
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    // libcurl does not read these variables, only the curl program does.
    let named = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { (name: String) -> String? in
      getenv(name).map { String(cString: $0) }
    }
    if let certificates = certificates ?? named.first(where: { !$0.isEmpty }) {
      // Only these.
      for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { unset(option) }
      for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { set(option, certificates) }
    } else if CurlLibrary.certificateFolder != nil {
      for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { unset(option) }
    }
  }
}
