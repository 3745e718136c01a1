/** Carries messages to one thread or process and back. Each direction keeps their order. */
export interface Transport {
  /** What is at the other end, as errors name it: `thread valise-writer`. */
  readonly peer: string;
  /**
   * Throws when the message cannot be copied, and has then sent nothing. Memory in `transfer` is moved
   * where the transport can, and copied otherwise. A message to a peer that has ended is dropped.
   */
  send(message: object, transfer: ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when no message can come any more, with why, if that is known. */
  onClose(listener: (cause?: unknown) => void): void;
  /** While calls wait for an answer (`ref`), the transport keeps this process alive. */
  ref?(): void;
  unref?(): void;
}
