import type { Static, TObject, TSchema } from 'typebox';
import type { Access } from '../access.ts';

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
  /** `tus`: the body is a part of a file, in the media type of tus. */
  bytes?: 'tus';
  /** The most bytes of a form; left out, what is usual for its access. */
  maxFormBytes?: number;
  /** Whether a POST may stand for it by its `X-HTTP-Method-Override`. */
  overridable?: true;
}

/** Operations by name; the name of a group stands before it. */
export type Operations = Readonly<Record<string, Operation>>;

/** Declares an operation, and keeps its exact type. */
export function operation<
  const Who extends Access,
  const In extends Input,
  const Out extends Answer,
>(declared: Operation<Who, In, Out>): Operation<Who, In, Out> {
  return declared;
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
