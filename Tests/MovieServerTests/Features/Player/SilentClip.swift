/// A WAV file of silence. Samples of one byte, 8,000 a second: http://soundfile.sapp.org/doc/WaveFormat/
enum SilentClip {
  static func bytes(seconds: UInt32) -> [UInt8] {
    let length = seconds * 8000
    return Array("RIFF".utf8) + four(36 + length) + Array("WAVEfmt ".utf8) + four(16) + [1, 0, 1, 0]
      + four(8000) + four(8000) + [1, 0, 8, 0] + Array("data".utf8) + four(length)
      + [UInt8](repeating: 0x80, count: Int(length))
  }

  private static func four(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
