/// What a stream reports to its owner, always on the loop, never inside a call the owner makes to the stream.
/// Inside these the owner may call every method of the stream, including `close`.
@LoopActor package protocol UnixStreamDelegate: AnyObject {
  /// Bytes were read, at most 64 KiB. They are in a buffer that all streams share and are valid only during
  /// this call.
  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>)

  /// The peer has shut down its writing side. Ours still works.
  func streamDidEnd(_ stream: UnixStream)

  /// Reading or writing failed. Called once; nothing is read or written any more. Close the stream.
  func stream(_ stream: UnixStream, didFail error: UVError)

  /// The output is about to be written, at the end of a turn; the kernel has taken all output before it.
  /// Output that must come last may still be appended.
  func streamWillWrite(_ stream: UnixStream)

  /// The kernel did not take all output at the end of a turn: the peer is slower than we are. Called for each
  /// such write, and for each turn that added to the output meanwhile; `streamDidDrain` reports when
  /// everything is written.
  func streamIsWaiting(_ stream: UnixStream)

  /// The kernel has taken all output: at the end of each turn that wrote everything, or later when the rest
  /// is written.
  func streamDidDrain(_ stream: UnixStream)
}

extension UnixStreamDelegate {
  package func streamWillWrite(_ stream: UnixStream) {}
}
