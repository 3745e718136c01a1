import type { FastifyBaseLogger } from 'fastify';

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
