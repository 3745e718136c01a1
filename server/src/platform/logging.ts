import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import type { Logger } from 'pino';
import pino from 'pino';
import type pretty from 'pino-pretty';
import type { Config } from '../config/settings.ts';
import { createLossyOutput } from './lossy-output.ts';
import { batchLines } from './batched-lines.ts';
import { systemClock } from './system-clock.ts';

/** Never in a log line, wherever they turn up. */
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

/** One JSON object a line, or readable lines where a person is watching. */
export function createLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  output: NodeJS.WriteStream,
): Logger {
  const readable = logFormat === 'pretty' || (logFormat === 'auto' && output.isTTY);
  const lossy = createLossyOutput(output, (lines) => {
    log.warn({ lines }, 'lines of the log were dropped: nobody took them');
  });
  const log = pino(
    {
      level: logLevel,
      base: null,
      timestamp: createTimestamps(),
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    readable ? readableLines(lossy) : batchLines(lossy),
  );
  return log;
}

function readableLines(output: Writable): pino.DestinationStream {
  // Slow to load, and of no use to a server that nobody watches.
  const openPretty = createRequire(import.meta.url)('pino-pretty') as typeof pretty;
  return openPretty({ destination: output, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId' });
}

/** The time as pino wants it. A millisecond has room for many lines, and one text will do for all. */
function createTimestamps(): () => string {
  let writtenAt = Number.NaN;
  let text = '';
  return () => {
    const now = systemClock.now();
    if (now !== writtenAt) {
      writtenAt = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
