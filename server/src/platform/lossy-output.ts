import { Writable } from 'node:stream';

/** So much may wait for a reader that does not read. */
const mostWaitingBytes = 1024 * 1024;

/**
 * Writes text to an output that may fail or hang, and drops what it does not take: neither a full
 * disk, nor a reader that is gone or stands still, may end or hold up who writes. `onRecovered` is
 * told how many lines were dropped once the output takes some again.
 */
export function createLossyOutput(
  output: NodeJS.WritableStream & { readonly writableLength: number },
  onRecovered: (droppedLines: number) => void,
): Writable {
  let dropped = 0;
  // Each failed write is counted where it was made.
  output.on('error', () => undefined);

  function settle(text: string, error: Error | null | undefined): void {
    if (error) {
      dropped += countLines(text);
    } else if (dropped > 0) {
      const lines = dropped;
      dropped = 0;
      onRecovered(lines);
    }
  }

  return new Writable({
    decodeStrings: false,
    write(piece: string | Buffer, _encoding, callback) {
      const text = piece.toString();
      if (output.writableLength > mostWaitingBytes) dropped += countLines(text);
      else
        output.write(text, (error) => {
          settle(text, error);
        });
      callback();
    },
  });
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
