import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';

import type { ErrorCode } from '../../domain/model/valise-error.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

export interface ThreadKind {
  program: URL;
  /** As tools that look at threads show it. */
  name: string;
  /** What the program finds as its `workerData`. */
  data?: unknown;
}

/** Whatever the thread had to do may have been done, or half of it. */
export class ThreadLost extends Error {
  constructor(name: string, cause: unknown) {
    super(`The thread ${name} has ended`, { cause });
    this.name = 'ThreadLost';
  }
}

interface Waiting<Outcome> {
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

/**
 * A thread that takes orders and answers each under its ticket, in any order and several at a time.
 * It keeps the process alive only while it owes an outcome.
 */
export class OrderThread<Order extends object, Outcome extends { ticket: number }> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting<Outcome>>();
  #tickets = 0;
  #loss: Error | undefined;

  /** `onLost` is called once, when the thread has ended: whatever it had to do has failed. */
  constructor({ program, name, data }: ThreadKind, onLost: () => void) {
    this.#worker = new Worker(program, { name, workerData: data });
    this.#worker.unref();
    let fault: unknown;
    this.#worker.on('message', (outcomes: readonly (Outcome | Failed)[]) => {
      for (const outcome of outcomes) this.#settle(outcome);
    });
    this.#worker.on('error', (error) => {
      fault = error;
    });
    this.#worker.on('exit', () => {
      this.#loss = new ThreadLost(name, fault);
      onLost();
      for (const waiting of this.#waiting.values()) waiting.reject(this.#loss);
      this.#waiting.clear();
    });
  }

  /** How many outcomes it owes. */
  get backlog(): number {
    return this.#waiting.size;
  }

  /** Rejects with what the thread failed with, or with `ThreadLost` when it ended before it had answered. */
  order(order: Omit<Order, 'ticket'>, handedOver: ArrayBuffer[]): Promise<Outcome> {
    if (this.#loss !== undefined) return Promise.reject(this.#loss);
    const ticket = (this.#tickets += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.set(ticket, { resolve, reject });
    this.#worker.ref();
    this.#worker.postMessage({ ...order, ticket }, handedOver);
    return promise;
  }

  /** Says something that needs no answer. */
  tell(message: object): void {
    if (this.#loss === undefined) this.#worker.postMessage(message);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(outcome: Outcome | Failed): void {
    const waiting = this.#waiting.get(outcome.ticket);
    this.#waiting.delete(outcome.ticket);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('problem' in outcome) waiting?.reject(failureOf(outcome));
    else waiting?.resolve(outcome);
  }
}

/** The same memory as a Buffer: a message does not keep that it was one. */
export function asBuffer({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A copy in memory of its own, so that nothing that lies beside the bytes goes along with them. */
export function ownCopy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}

/** The value as a message carries it: with each Buffer copied into memory of its own. */
export function toMessage(value: unknown): unknown {
  return mapBytes(value, ownCopy);
}

/** The value that `toMessage` was given, after it was cloned: with Buffers. */
export function fromMessage(message: unknown): unknown {
  return mapBytes(message, (bytes) => asBuffer(bytes as Uint8Array<ArrayBuffer>));
}

function mapBytes(value: unknown, map: (bytes: Uint8Array) => Uint8Array): unknown {
  if (value instanceof Uint8Array) return map(value);
  if (Array.isArray(value)) return value.map((each) => mapBytes(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapBytes(each, map)]),
  );
}

/** Why an order was not carried out, as it crosses from a thread. */
export interface Failed {
  ticket: number;
  problem: string;
  /** What was expected to go wrong, and when to try again; undefined for a bug. */
  expected: { code: ErrorCode; retryAfterSeconds?: number } | undefined;
  /** For the log. */
  cause: string;
}

export function describeFailure(ticket: number, error: unknown): Failed {
  const problem = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ValiseError)) {
    return { ticket, problem, expected: undefined, cause: inspect(error) };
  }
  const { code, retryAfterSeconds, cause } = error;
  const expected = retryAfterSeconds === undefined ? { code } : { code, retryAfterSeconds };
  return { ticket, problem, expected, cause: inspect(cause) };
}

/** The error again, on this side. */
function failureOf({ problem, expected, cause }: Failed): Error {
  if (expected === undefined) return new Error(problem, { cause });
  const { code, ...extras } = expected;
  return new ValiseError(code, problem, { ...extras, cause });
}
