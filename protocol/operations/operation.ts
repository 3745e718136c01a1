import type { Static, TObject, TSchema } from 'typebox';
import { Type } from 'typebox';
import type { Access } from '../access.ts';
import type { WireErrorCode } from '../errors.ts';
import type { AnswerHeader } from './answer-headers.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * The limits that count a request. `none`: none. `request`: the requests that its link may make in a minute.
 * `transfer`: that, and the concurrent transfers of its link, its network and the server.
 */
export const costs = ['none', 'request', 'transfer'] as const;
export type Cost = (typeof costs)[number];

/**
 * What an operation reads, by where it stands in the request; at most one kind of body. The fields of params, query,
 * headers and forms are texts on the wire, which the types of their schemas say how to read: see `fields.ts`.
 * The parts of a `multipart` body are a stream that the handler reads.
 */
export interface Input {
  params?: TObject;
  query?: TObject;
  /** Those that the operation defines. Headers of every request are read by the layers that all operations share. */
  headers?: TObject;
  json?: TSchema;
  form?: TObject;
  multipart?: TObject;
}

/**
 * A schema: JSON. `page`: HTML, or the way to a page. `file`: bytes of any other type. `none`: no content, what it says
 * is in status and headers.
 */
export type Answer = TSchema | 'page' | 'file' | 'none';

/** One thing that the server can do. */
export interface Operation<
  Who extends Access = Access,
  In extends Input = Input,
  Out extends Answer = Answer,
> {
  /** What it does, for readers of the documents. */
  summary: string;
  on: `${Method} /${string}`;
  access: Who;
  cost: Cost;
  input: In;
  answer: Out;
  /** Other media types of the same answer, streamed to a client that asks for one of them. */
  alsoAs?: readonly string[];
  /** The status of an answer in JSON; left out, 200. */
  status?: 201;
  /** Whether it is answered with 201 where it made what its path names. */
  mayCreate?: true;
  /**
   * `tus`: the body is a part of a file, in the media type of tus. `any`: it is bytes of any media type, JSON too,
   * which the handler reads as a stream.
   */
  bytes?: 'tus' | 'any';
  /**
   * The JSON may come as a part of this name of a multipart body, too, with parts `file` beside it: the handler reads
   * that as a stream, and gets no `json`.
   */
  jsonPart?: string;
  /** The most bytes of a form; left out, what is usual for its access. */
  maxFormBytes?: number;
  /** Whether the answer is a stream of server-sent events where the client accepts `text/event-stream`. */
  streams?: true;
  /** Whether a POST may stand for it by its `X-HTTP-Method-Override`. */
  overridable?: true;
  /** Why it refuses, beside what follows from its access and its input: see `failures.ts`. */
  fails?: readonly WireErrorCode[];
  /** The headers of its answer that clients act on, beside those that follow from the rest: see `answer-headers.ts`. */
  answerHeaders?: readonly AnswerHeader[];
  /** Left out while nobody plans to take it away. */
  deprecated?: Deprecation;
}

/** The first day on which it was announced that an operation goes, and the last on which it is there. */
export interface Deprecation {
  /** As in 2027-01-31, in UTC. */
  since: string;
  sunset: string;
}

/** Operations by name; the name of a group stands before it. */
export type Operations = Readonly<Record<string, Operation>>;

export const repeatKeyHeader = 'idempotency-key';

const repeatKey = Type.Optional(
  Type.String({
    pattern: '^[\\x20-\\x7e]{1,255}$',
    problem: 'must be 1 to 255 printable characters of ASCII.',
  }),
);

/** Whether it takes an `Idempotency-Key`, and is done once for each: what changes something in API v1. */
function takesRepeatKey({ on, access }: Pick<Operation, 'on' | 'access'>): boolean {
  return on.startsWith('POST ') && access !== 'public' && access.scheme === 'bearer';
}

/** Declares an operation, and keeps its exact type. */
export function operation<
  const Who extends Access,
  const In extends Input,
  const Out extends Answer,
>(declared: Operation<Who, In, Out>): Operation<Who, In, Out> {
  if (!takesRepeatKey(declared)) return declared;
  const input: Input = declared.input;
  const headers = Type.Object({ ...input.headers?.properties, [repeatKeyHeader]: repeatKey });
  return { ...declared, input: { ...declared.input, headers } };
}

/** Declares pages, and the forms of pages, for the same people. */
export function pagesFor<const Who extends Access>(access: Who) {
  return <const In extends Input>(on: Operation['on'], summary: string, input: In) =>
    operation({ summary, on, access, cost: 'request', input, answer: 'page' });
}

/** The value that a JSON answer is. */
export type JsonOf<Out extends Answer> = Out extends TSchema ? Static<Out> : never;

/** What a handler gets: every part, read. */
export type InputOf<In extends Input> = {
  readonly [Part in keyof In]: In[Part] extends TSchema ? Static<In[Part]> : never;
};
