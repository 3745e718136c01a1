import type { Logger } from 'pino';
import pino from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config/settings.ts';

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
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    readable
      ? pretty({ destination: output, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId' })
      : output,
  );
}
