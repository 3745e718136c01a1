import { inspect } from 'node:util';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Transport } from './transport.ts';

/** The peer has ended. It may have done what it was called for, or a part of it. */
export class RpcClosed extends Error {
  constructor(peer: string, cause?: unknown) {
    super(`The ${peer} has ended`, cause === undefined ? undefined : { cause });
    this.name = 'RpcClosed';
  }
}

type Params<Method> = Method extends (params: infer Given) => unknown ? Given : never;
type Result<Method> = Method extends (...params: never) => infer Given ? Awaited<Given> : never;

/** Calls one peer, which can call back. `Theirs` is what the peer answers. */
export interface Rpc<Theirs> {
  /**
   * Answers may come in any order. Rejects with the error that the peer answered with, with `unavailable`
   * when it does not answer in time, and with `RpcClosed` when it has ended.
   */
  call<Name extends keyof Theirs & string>(
    method: Name,
    params: Params<Theirs[Name]>,
    timeoutMs?: number,
  ): Promise<Result<Theirs[Name]>>;
  /** A call without an answer. An error in it ends the peer, like any that is not caught. */
  notify<Name extends keyof Theirs & string>(method: Name, params: Params<Theirs[Name]>): void;
}

/** Neither structured cloning nor JSON copies properties whose keys are symbols. */
const transferList = Symbol('transfer list');

interface Transferring {
  [transferList]?: ArrayBuffer[];
}

/** Marks parameters or a result: this memory of them is moved to the peer, and is lost here. */
export function transfer<Value extends object>(value: Value, memory: ArrayBuffer[]): Value {
  (value as Transferring)[transferList] = memory;
  return value;
}

function transferredWith(value: unknown): ArrayBuffer[] {
  return (value as Transferring | null | undefined)?.[transferList] ?? [];
}

interface Call {
  /** Undefined for a call without an answer. */
  call: number | undefined;
  method: string;
  params: unknown;
}

interface Answer {
  answer: number;
  value?: unknown;
  failure?: Failure;
}

/** An error as it crosses. */
interface Failure {
  name: string;
  message: string;
  /** Of a `ValiseError`; a bug has none. */
  expected?: Pick<ValiseError, 'code' | 'details' | 'retryAfterSeconds' | 'allow'>;
  /** For the log. */
  cause: string;
}

interface Pending extends PromiseWithResolvers<unknown> {
  timer: NodeJS.Timeout | undefined;
}

/** Calls back in a microtask. It costs a fraction of `queueMicrotask`, which keeps an async context. */
const atEndOfTurn = Promise.resolve();

/** Only a process that hangs takes longer. */
const usualTimeoutMs = 30_000;

/** `mine` answers what the peer calls. A call waits `timeoutMs` for its answer if it does not say how long. */
export function openRpc<Theirs>(
  transport: Transport,
  mine: object = {},
  { timeoutMs: defaultTimeoutMs = usualTimeoutMs } = {},
): Rpc<Theirs> {
  const methods = new Map<string, unknown>(Object.entries(mine));
  const pending = new Map<number, Pending>();
  let calls = 0;
  let closed: RpcClosed | undefined;

  /** Answers of one turn are sent in one message, such as those of a batch. */
  let answers: Answer[] = [];

  function post(answer: Answer): void {
    if (closed !== undefined) return;
    if (answers.length === 0) void atEndOfTurn.then(sendAnswers);
    answers.push(answer);
  }

  function sendAnswers(): void {
    const batch = answers;
    answers = [];
    try {
      sendBatch(batch);
    } catch {
      for (const answer of batch) sendAlone(answer);
    }
  }

  function sendAlone(answer: Answer): void {
    try {
      sendBatch([answer]);
    } catch (error) {
      sendBatch([{ answer: answer.answer, failure: describeFailure(error) }]);
    }
  }

  function sendBatch(batch: Answer[]): void {
    const memory = batch.flatMap(({ value }) => transferredWith(value));
    transport.send(batch, memory);
  }

  async function answer({ call, method, params }: Call): Promise<void> {
    try {
      const known = methods.get(method);
      if (typeof known !== 'function') throw new Error(`There is no method ${method}`);
      const value: unknown = await (known as (params: unknown) => unknown)(params);
      if (call !== undefined) post({ answer: call, value });
    } catch (error) {
      if (call === undefined) throw error;
      post({ answer: call, failure: describeFailure(error) });
    }
  }

  function settle({ answer: id, value, failure }: Answer): void {
    if (failure === undefined) take(id)?.resolve(value);
    else take(id)?.reject(revive(failure));
  }

  function take(id: number): Pending | undefined {
    const found = pending.get(id);
    if (found === undefined) return undefined;
    clearTimeout(found.timer);
    pending.delete(id);
    if (pending.size === 0) transport.unref?.();
    return found;
  }

  transport.onMessage((message) => {
    if (typeof message !== 'object' || message === null) return;
    if (Array.isArray(message)) for (const each of message as Answer[]) settle(each);
    else if ('method' in message) void answer(message as Call);
  });
  transport.onClose((cause) => {
    closed = new RpcClosed(transport.peer, cause);
    for (const id of pending.keys()) take(id)?.reject(closed);
  });

  return {
    call(method, params, timeoutMs = defaultTimeoutMs) {
      if (closed !== undefined) return Promise.reject(closed);
      const id = (calls += 1);
      const { promise, resolve, reject } = Promise.withResolvers<Result<Theirs[typeof method]>>();
      const timer =
        timeoutMs === Infinity
          ? undefined
          : setTimeout(() => take(id)?.reject(noAnswer()), timeoutMs).unref();
      pending.set(id, { promise, resolve, reject, timer } as Pending);
      if (pending.size === 1) transport.ref?.();
      try {
        const message: Call = { call: id, method, params };
        transport.send(message, transferredWith(params));
      } catch (error) {
        take(id)?.reject(error);
      }
      return promise;
    },
    notify(method, params) {
      if (closed !== undefined) return;
      const message: Call = { call: undefined, method, params };
      transport.send(message, transferredWith(params));
    },
  };
}

function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: String(error), cause: inspect(error) };
  }
  const { name, message } = error;
  if (!(error instanceof ValiseError)) return { name, message, cause: inspect(error) };
  const { code, details, retryAfterSeconds, allow, cause } = error;
  const expected = { code, details, retryAfterSeconds, allow };
  return { name, message, expected, cause: inspect(cause) };
}

/** The error, recreated on this side. */
function revive({ name, message, expected, cause }: Failure): Error {
  if (expected === undefined) return Object.assign(new Error(message, { cause }), { name });
  const { code, ...extras } = expected;
  const given = Object.entries(extras).filter(([, value]) => value !== undefined);
  return new ValiseError(code, message, { ...Object.fromEntries(given), cause });
}

function noAnswer(): ValiseError {
  return new ValiseError('unavailable', 'The server is busy. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
