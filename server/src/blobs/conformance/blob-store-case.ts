import assert from 'node:assert/strict';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { Clock, Instant } from '../../domain/model/clock.ts';

/** One rule of the port: `run` rejects when the store, which must be empty, breaks it. */
export interface BlobStoreCase {
  name: string;
  run(subject: Subject): Promise<void>;
}

export interface Subject {
  store: BlobStore;
  /** The clock that the store follows. */
  clock: HandMovedClock;
}

export interface HandMovedClock extends Clock {
  advance(milliseconds: number): void;
  /** What it said at this time of the system's clock, which a store with a clock of its own follows. */
  at(systemTime: number): Instant;
}

export function createHandMovedClock(startAt: Instant = Date.UTC(2026, 0, 1)): HandMovedClock {
  let at = startAt;
  const { timeOrigin } = performance;
  const moves = [{ from: 0, at }];
  return {
    now: () => at,
    monotonic: () => at - startAt,
    advance: (milliseconds) => {
      at += milliseconds;
      moves.push({ from: timeOrigin + performance.now(), at });
    },
    at: (systemTime) => moves.findLast(({ from }) => from <= systemTime)?.at ?? startAt,
  };
}

export const key = 'Blob_key-0123456789abA';
/** Equal to `key` on a file system that ignores case. */
export const otherKey = 'Blob_key-0123456789aba';

export async function put(store: BlobStore, under: string, bytes: Uint8Array): Promise<void> {
  const writer = await store.create(under);
  await writer.write([bytes]);
  await writer.commit();
}

export async function readAll(
  store: BlobStore,
  from: string,
  start: number,
  end: number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of store.read(from, start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function listKeys(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const blob of store.list()) keys.push(blob.key);
  return keys.sort();
}

export async function assertAbsent(store: BlobStore, absent: string): Promise<void> {
  assert.equal(await store.findSize(absent), undefined);
  assert.ok(!(await listKeys(store)).includes(absent), 'an absent blob must not be listed');
  await assert.rejects(readAll(store, absent, 0, 0), 'an absent blob must not be read');
}
