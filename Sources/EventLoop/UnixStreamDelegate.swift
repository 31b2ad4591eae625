/// What a stream tells its owner, always on the loop, never inside a call the owner makes to the stream. The
/// owner may call everything of the stream inside these, `close` too.
@LoopActor package protocol UnixStreamDelegate: AnyObject {
  /// Bytes have come in, at most 64 KiB. They lie in a buffer that all streams share: lent for this call
  /// only.
  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>)

  /// The peer has shut down its writing side. Ours still works.
  func streamDidEnd(_ stream: UnixStream)

  /// Reading or writing failed. Comes once; nothing is read or written any more. Close the stream.
  func stream(_ stream: UnixStream, didFail error: UVError)

  /// The output is about to be written, at the end of a turn; the kernel has taken all before it. What is to
  /// come last may still be appended.
  func streamWillWrite(_ stream: UnixStream)

  /// The kernel did not take all output at the end of a turn: the peer is slower than we are. Comes for each
  /// such write, and for each turn that added to the output meanwhile; `streamDidDrain` tells when all is
  /// gone.
  func streamIsWaiting(_ stream: UnixStream)

  /// All output has been taken by the kernel: at the end of each turn that wrote everything, or later when a
  /// rest is gone.
  func streamDidDrain(_ stream: UnixStream)
}

extension UnixStreamDelegate {
  package func streamWillWrite(_ stream: UnixStream) {}
}
