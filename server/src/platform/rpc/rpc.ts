import type { ErrorCode } from '../../domain/model/valise-error.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** What carries messages to one other process and back. They must survive JSON. */
export interface Channel {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
}

/** The other process has gone, or is going. */
export class RpcClosed extends Error {
  constructor() {
    super('The other process is gone');
    this.name = 'LineClosed';
  }
}

type Subject<Method> = Method extends (params: infer Asked) => unknown ? Asked : never;
type Answer<Method> = Method extends (...params: never) => infer Answered
  ? Awaited<Answered>
  : never;

/** A way to ask one other process, which can ask back. `Theirs` is what it answers. */
export interface Rpc<Theirs> {
  /**
   * Rejects with the error that the other side answered with, with `unavailable` when it does not
   * answer in time, and with `LineClosed` when it is gone.
   */
  call<Name extends keyof Theirs & string>(
    method: Name,
    params: Subject<Theirs[Name]>,
    patienceMs?: number,
  ): Promise<Answer<Theirs[Name]>>;
}

interface Asked {
  call: number;
  method: string;
  params: unknown;
}

interface Fault {
  message: string;
  /** Of a `ValiseError`; a bug has none. */
  code?: ErrorCode;
  retryAfterSeconds?: number | undefined;
}

interface Answered {
  answer: number;
  value?: unknown;
  fault?: Fault;
}

/** Longer than anything takes but a process that hangs. */
const usualPatienceMs = 30_000;

/** `mine` answers what the other side asks. */
export function openRpc<Theirs>(channel: Channel, mine: object): Rpc<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastAsked = 0;
  let isClosed = false;

  async function answer({ call, method, params }: Asked): Promise<void> {
    const reply = await answerWith(mine, method, params);
    if (!isClosed) channel.send({ ...reply, answer: call } satisfies Answered);
  }

  function settle({ answer: id, value, fault }: Answered): void {
    const asker = waiting.get(id);
    if (fault === undefined) asker?.resolve(value);
    else asker?.reject(revive(fault));
  }

  channel.onMessage((message) => {
    if (typeof message !== 'object' || message === null) return;
    if ('call' in message) void answer(message as Asked);
    else if ('answer' in message) settle(message as Answered);
  });
  channel.onClose(() => {
    isClosed = true;
    for (const asker of waiting.values()) asker.reject(new RpcClosed());
  });

  return {
    async call(method, params, patienceMs = usualPatienceMs) {
      if (isClosed) throw new RpcClosed();
      lastAsked += 1;
      const id = lastAsked;
      const asker = Promise.withResolvers<unknown>();
      waiting.set(id, asker);
      const timer = setTimeout(() => {
        asker.reject(noAnswer());
      }, patienceMs).unref();
      try {
        channel.send({ call: id, method, params } satisfies Asked);
        return (await asker.promise) as Answer<Theirs[typeof method]>;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
  };
}

async function answerWith(
  mine: object,
  method: string,
  params: unknown,
): Promise<{ value: unknown } | { fault: Fault }> {
  try {
    const known = Object.entries(mine).find(([name]) => name === method)?.[1] as unknown;
    if (typeof known !== 'function') throw new Error(`Nobody here answers ${method}`);
    return { value: await (known as (params: unknown) => unknown)(params) };
  } catch (error) {
    if (error instanceof ValiseError) {
      const { message, code, retryAfterSeconds } = error;
      return { fault: { message, code, retryAfterSeconds } };
    }
    // What a bug says is for the log, and there its place in the code is what helps.
    return {
      fault: { message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    };
  }
}

function revive({ message, code, retryAfterSeconds }: Fault): Error {
  if (code === undefined) return new Error(message);
  return new ValiseError(
    code,
    message,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}

function noAnswer(): ValiseError {
  return new ValiseError('unavailable', 'The server is busy. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
