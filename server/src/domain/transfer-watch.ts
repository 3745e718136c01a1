/** After so many bytes the right to read is looked at again. */
const strideBytes = 1024 * 1024;

/** The right to read ended while the content was being sent. */
export class RightEnded extends Error {
  constructor() {
    super('The right to read ended during the transfer');
    this.name = 'RightEnded';
  }
}

/** Watches over one transfer that it does not outlast the right to read. */
export interface TransferWatch {
  /** The same pieces, for as long as the right lasts; then throws `RightEnded`. */
  guard(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined>;
  /** Looks whether the right still lasts. */
  look(): Promise<void>;
  /** What cuts the transfer off, also while nobody takes the next piece. */
  whenEnded(cutOff: () => void): void;
  /**
   * Undefined while the right lasts. How many bytes at most were handed on after it had ended: all
   * since it was last seen to last.
   */
  bytesAfterEnd(): number | undefined;
}

export function createTransferWatch(mayRead: () => Promise<boolean>): TransferWatch {
  let bytes = 0;
  let bytesAtLastLook = 0;
  let hasEnded = false;
  let cutOff: () => void = () => undefined;

  async function look(): Promise<void> {
    const bytesBefore = bytes;
    if (hasEnded) return;
    if (await mayRead()) {
      bytesAtLastLook = Math.max(bytesAtLastLook, bytesBefore);
      return;
    }
    hasEnded = true;
    cutOff();
  }

  return {
    look,

    async *guard(content) {
      for await (const piece of content) {
        if (bytes + piece.length - bytesAtLastLook > strideBytes) await look();
        if (hasEnded) throw new RightEnded();
        bytes += piece.length;
        yield piece;
      }
    },

    whenEnded(act) {
      cutOff = act;
    },

    bytesAfterEnd: () => (hasEnded ? bytes - bytesAtLastLook : undefined),
  };
}
