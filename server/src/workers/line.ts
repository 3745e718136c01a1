import type { ErrorCode } from '../domain/model/valise-error.ts';
import { ValiseError } from '../domain/model/valise-error.ts';

/** What carries messages to one other process and back. They must survive JSON. */
export interface Channel {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
}

/** The other process has gone, or is going. */
export class LineClosed extends Error {
  constructor() {
    super('The other process is gone');
    this.name = 'LineClosed';
  }
}

type Subject<Question> = Question extends (subject: infer Asked) => unknown ? Asked : never;
type Answer<Question> = Question extends (...subject: never) => infer Answered
  ? Awaited<Answered>
  : never;

/** A way to ask one other process, which can ask back. `Theirs` is what it answers. */
export interface Line<Theirs> {
  /**
   * Rejects with the error that the other side answered with, with `unavailable` when it does not
   * answer in time, and with `LineClosed` when it is gone.
   */
  ask<Name extends keyof Theirs & string>(
    question: Name,
    subject: Subject<Theirs[Name]>,
    patienceMs?: number,
  ): Promise<Answer<Theirs[Name]>>;
}

interface Asked {
  ask: number;
  question: string;
  subject: unknown;
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
export function openLine<Theirs>(channel: Channel, mine: object): Line<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastAsked = 0;
  let isClosed = false;

  async function answer({ ask, question, subject }: Asked): Promise<void> {
    const reply = await answerWith(mine, question, subject);
    if (!isClosed) channel.send({ ...reply, answer: ask } satisfies Answered);
  }

  function settle({ answer: id, value, fault }: Answered): void {
    const asker = waiting.get(id);
    if (fault === undefined) asker?.resolve(value);
    else asker?.reject(revive(fault));
  }

  channel.onMessage((message) => {
    if (typeof message !== 'object' || message === null) return;
    if ('ask' in message) void answer(message as Asked);
    else if ('answer' in message) settle(message as Answered);
  });
  channel.onClose(() => {
    isClosed = true;
    for (const asker of waiting.values()) asker.reject(new LineClosed());
  });

  return {
    async ask(question, subject, patienceMs = usualPatienceMs) {
      if (isClosed) throw new LineClosed();
      lastAsked += 1;
      const id = lastAsked;
      const asker = Promise.withResolvers<unknown>();
      waiting.set(id, asker);
      const timer = setTimeout(() => {
        asker.reject(noAnswer());
      }, patienceMs).unref();
      try {
        channel.send({ ask: id, question, subject } satisfies Asked);
        return (await asker.promise) as Answer<Theirs[typeof question]>;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
  };
}

async function answerWith(
  mine: object,
  question: string,
  subject: unknown,
): Promise<{ value: unknown } | { fault: Fault }> {
  try {
    const known = Object.entries(mine).find(([name]) => name === question)?.[1] as unknown;
    if (typeof known !== 'function') throw new Error(`Nobody here answers ${question}`);
    return { value: await (known as (subject: unknown) => unknown)(subject) };
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
