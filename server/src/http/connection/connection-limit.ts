import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { minute } from '../../domain/model/clock.ts';

/** What a process has open besides connections: the database, threads, the log, files that are read ahead. */
const reservedFiles = 128;
/** The connection itself, and the file that is read or written for it. */
const filesPerConnection = 2;

/** How many connections leave enough files to open; undefined where there is no limit of files. */
export function findConnectionLimit(processLimits: string): number | undefined {
  const openFiles = Number(/^Max open files +(\d+) /m.exec(processLimits)?.[1] ?? NaN);
  if (Number.isNaN(openFiles)) return undefined;
  return Math.max(1, Math.floor((openFiles - reservedFiles) / filesPerConnection));
}

/** The limits of this process; empty where the system does not tell. */
export function readProcessLimits(): string {
  const path = '/proc/self/limits';
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/**
 * Closes new connections at once when there are so many that the process would run out of open files:
 * requests on the others would fail. Logs how many were closed, at most once a minute.
 */
export function limitConnections(
  server: Pick<Server, 'maxConnections' | 'on'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  limit: number | undefined,
): void {
  if (limit === undefined) return;
  server.maxConnections = limit;
  let closed = 0;
  let pause: NodeJS.Timeout | undefined;

  function report(): void {
    pause = undefined;
    if (closed === 0) return;
    log.warn(
      { closed, limit },
      'connections were closed at once: more would exceed the limit of open files',
    );
    closed = 0;
    pause = setTimeout(report, minute).unref();
  }

  server.on('drop', () => {
    closed += 1;
    if (pause === undefined) report();
  });
}
