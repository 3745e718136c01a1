import { createRequire } from 'node:module';
import { Writable } from 'node:stream';

import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type pretty from 'pino-pretty';
import type { Config } from '../config/settings.ts';

/**
 * Writes the lines of one turn of the event loop together, at its end: writing each by itself would cost a
 * busy server more than formatting it. A process that ends by itself, for any reason, has written all of
 * them; one that is killed may lose those of its last turn.
 */
export function batchLines(output: NodeJS.WritableStream): DestinationStream {
  let lines = '';

  function flush(): void {
    if (lines === '') return;
    const written = lines;
    lines = '';
    output.write(written);
  }

  process.once('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** How much may wait for a reader that does not read. */
const mostWaitingBytes = 1024 * 1024;

/**
 * Writes text to an output that may fail or hang, and drops what it does not accept: neither a full disk,
 * nor a reader that is gone or has stopped, may end or block the writer. `onRecovered` is called with the
 * number of dropped lines once the output accepts some again.
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

/** Fields that are removed from every log line. */
const secretPaths = [
  'authorization',
  'cookie',
  'key',
  'link',
  'password',
  'token',
  'url',
  '*.authorization',
  '*.cookie',
  '*.key',
  '*.link',
  '*.password',
  '*.token',
  '*.url',
];

/** Whether the log is for people to read rather than for machines. */
export function isReadableLog(
  { logFormat }: Pick<Config, 'logFormat'>,
  output: NodeJS.WriteStream,
): boolean {
  return logFormat === 'pretty' || (logFormat === 'auto' && output.isTTY);
}

/** One JSON object a line, or readable lines on a terminal. */
export function createLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  output: NodeJS.WriteStream,
): Logger {
  const lossy = createLossyOutput(output, (lines) => {
    log.warn({ lines }, 'lines of the log were dropped: nobody took them');
  });
  const log = pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    isReadableLog({ logFormat }, output) ? readableLines(lossy) : batchLines(lossy),
  );
  return log;
}

function readableLines(output: Writable): pino.DestinationStream {
  // Loaded only for a terminal, because loading is slow.
  const openPretty = createRequire(import.meta.url)('pino-pretty') as typeof pretty;
  return openPretty({ destination: output, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId' });
}
