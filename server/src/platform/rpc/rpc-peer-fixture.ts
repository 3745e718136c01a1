import { EventEmitter, once } from 'node:events';
import { isMainThread } from 'node:worker_threads';

import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import { processTransport } from './processes.ts';
import { openRpc, transfer } from './rpc.ts';
import { answerParent } from './threads.ts';

/** What the peer of the suite answers. This file is its program, in a thread and in a process. */
export interface PeerAnswers {
  double(number: number): number;
  /** Answers when another call has been answered. */
  doubleLater(number: number): Promise<number>;
  countNotes(nothing: null): number;
  note(nothing: null): void;
  refuse(code: 'invalid' | 'unavailable' | 'method_not_allowed'): never;
  fail(reason: string): Promise<never>;
  wait(nothing: null): Promise<never>;
  /** Ends the peer in the middle of the call. */
  die(nothing: null): Promise<never>;
  /** Answers with what cannot be copied, and with what can, in one turn. */
  answerWith(kind: 'unsendable' | 'sendable'): Promise<unknown>;
  incrementAll(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
}

const ended = new EventEmitter();
let notes = 0;
const turn = Promise.withResolvers<undefined>();

/** Neither JSON nor structured cloning can copy it. */
export function unsendable(): unknown {
  const circle: { self?: unknown; run: () => void } = { run: () => undefined };
  circle.self = circle;
  return circle;
}

const refusals = {
  invalid: invalid([{ field: 'name', problem: 'is empty' }]),
  unavailable: new ValiseError('unavailable', 'Not now.', { retryAfterSeconds: 7 }),
  method_not_allowed: new ValiseError('method_not_allowed', 'No.', { allow: 'GET' }),
};

const answers: PeerAnswers = {
  double(number) {
    setImmediate(() => ended.emit('call'));
    return number * 2;
  },
  async doubleLater(number) {
    await once(ended, 'call');
    return number * 2;
  },
  countNotes: () => notes,
  note() {
    notes += 1;
  },
  refuse(code) {
    throw refusals[code];
  },
  fail: (reason) => Promise.reject(new TypeError(reason)),
  wait: () => new Promise(() => undefined),
  die() {
    setImmediate(() => {
      throw new Error('death of the peer');
    });
    return new Promise(() => undefined);
  },
  async answerWith(kind) {
    if (kind === 'sendable') turn.resolve(undefined);
    await turn.promise;
    return kind === 'sendable' ? kind : unsendable();
  },
  incrementAll(bytes) {
    for (const [at, byte] of bytes.entries()) bytes[at] = byte + 1;
    return transfer(bytes, [bytes.buffer]);
  },
};

// The suite imports this file for its types; only a peer runs as one.
if (!isMainThread) answerParent(answers);
else if (process.argv.includes('--peer')) openRpc(processTransport(process, 'suite'), answers);
