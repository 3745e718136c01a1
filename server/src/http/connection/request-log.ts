import type { FastifyBaseLogger } from 'fastify';
import type { Randomness } from '../../domain/model/ids.ts';

type Line = Parameters<FastifyBaseLogger['info']>;
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * The log of one request, whose lines name it. Creating one costs more than a line does and few requests
 * log anything, so it is created with the first line.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#parent.level;
  }

  fatal(...line: Line): void {
    this.#log('fatal', line);
  }

  error(...line: Line): void {
    this.#log('error', line);
  }

  warn(...line: Line): void {
    this.#log('warn', line);
  }

  info(...line: Line): void {
    this.#log('info', line);
  }

  debug(...line: Line): void {
    this.#log('debug', line);
  }

  trace(...line: Line): void {
    this.#log('trace', line);
  }

  silent(): void {
    // A level at which nothing is logged.
  }

  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#make().child(...options);
  }

  #log(level: Level, line: Line): void {
    this.#make()[level](...line);
  }

  #make(): FastifyBaseLogger {
    return (this.#made ??= this.#parent.child(this.#bindings));
  }
}

const idBytes = 12;
const idsAtOnce = 128;

/** Makes ids for requests: random, so that they are unique among servers and restarts. */
export function createRequestIds(randomness: Randomness): () => string {
  // Drawing a few bytes costs as much as drawing many.
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used >= pool.length) {
      pool = randomness.bytes(idBytes * idsAtOnce);
      used = 0;
    }
    used += idBytes;
    return pool.toString('base64url', used - idBytes, used);
  };
}

/**
 * Removes doubled slashes, and one after `.cgi`: clients join a base address and a path with one slash too
 * many. What is no path of ours (`*`, a whole URL) stays as it is.
 */
export function normalisePath(url: string): string {
  if (!url.startsWith('/') || !/\/\/|\.cgi\//.test(url)) return url;
  const queryAt = url.indexOf('?');
  const end = queryAt < 0 ? url.length : queryAt;
  const path = url
    .slice(0, end)
    .replace(/\/{2,}/g, '/')
    .replace(/(\/cgi\/[^/]+\.cgi)\/$/, '$1');
  return path + url.slice(end);
}

/**
 * Every method that Node can parse. An import would make Node load everything that its module exports,
 * fetch and WebSocket as well, at every start.
 */
export const { METHODS: knownMethods } = process.getBuiltinModule('node:http');
