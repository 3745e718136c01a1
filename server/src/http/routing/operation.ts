import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#protocol/access.ts';
import type { Compiled, CompiledOperation } from '#protocol/operations/compiled.ts';
import type { InputOf, JsonOf, Operation } from '#protocol/operations/operation.ts';
import type { BearerPrincipal, Principal } from '../../domain/model/principal.ts';
import { peopleHeaders } from '../connection/response-headers.ts';
import { sourceOf } from '../connection/source-of.ts';
import type { LinkTargets, OpenedLink } from './link-guard.ts';
import { readInput } from './read-input.ts';
import type { Action, Person, Route, Visitor } from './route.ts';

/** Who calls an operation: what its guard found out. */
export type WhoOf<Given extends Access> = Given extends { scheme: 'session' }
  ? Person
  : Given extends { scheme: 'visitor' }
    ? Visitor
    : Given extends { scheme: 'link'; to: infer To extends keyof LinkTargets }
      ? OpenedLink<LinkTargets[To]>
      : Given extends { scheme: 'basic' }
        ? Principal
        : Given extends { scheme: 'bearer' }
          ? BearerPrincipal
          : undefined;

const jsonType = 'application/json; charset=utf-8';

/** JSON that was written already, or is written as the client takes it. */
export class WrittenJson {
  readonly content: string | Readable;

  constructor(content: string | Readable) {
    this.content = content;
  }
}

/** The same, sent without a Content-Length: existing clients are used to that in an answer to an upload. */
export class ChunkedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type AnswerOf<Declared extends Operation> = Declared['answer'] extends string
  ? FastifyReply
  : JsonOf<Declared['answer']> | WrittenJson | ChunkedJson;

/** What a handler may know of a request beside its input, and say beside its answer. */
export class Exchange {
  protected readonly request: FastifyRequest;
  protected readonly reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.reply = reply;
  }

  get id(): string {
    return this.request.id;
  }

  get log(): FastifyBaseLogger {
    return this.request.log;
  }

  /** The client's network address. */
  get source(): string {
    return sourceOf(this.request);
  }

  setStatus(code: number): void {
    this.reply.code(code);
  }

  /** Sets a header of the answer. */
  setHeader(name: string, value: string | number): void {
    this.reply.header(name, value);
  }
}

/** For the few that read a body as a stream, or answer with one. */
export class OpenExchange extends Exchange {
  declare readonly request: FastifyRequest;
  declare readonly reply: FastifyReply;
}

type ExchangeOf<Declared extends Operation> = Declared['answer'] extends string
  ? OpenExchange
  : Declared['input'] extends { multipart: object }
    ? OpenExchange
    : Exchange;

export type Handler<Declared extends Operation> = (
  who: WhoOf<Declared['access']>,
  input: InputOf<Declared['input']>,
  exchange: ExchangeOf<Declared>,
) => AnswerOf<Declared> | Promise<AnswerOf<Declared>>;

/** Serves an operation. */
export function route<Declared extends Operation>(
  operation: Compiled<Declared>,
  handle: Handler<Declared>,
  serving?: Serving,
): Route {
  return bind(operation, handle, serving);
}

export type AnyHandler = (who: never, input: never, exchange: OpenExchange) => unknown;

/** How an operation is served, beside its handler. */
export interface Serving {
  /** On all its answers, in place of the usual ones of the same names. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Called with the parameters of the path before a visitor's form is read, or a link is resolved. Returns whether it
   * has answered.
   */
  before?:
    ((visitor: Visitor, input: never, exchange: OpenExchange) => Promise<boolean>) | undefined;
}

/** The same for a handler whose types were checked by the caller. */
export function bind(
  operation: CompiledOperation,
  handler: AnyHandler,
  { headers, before }: Serving = {},
): Route {
  const { method, path, access, cost, body, answer, maxFormBytes, overridable } = operation;
  const isPublic = access === 'public';

  function handle(who: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
    const input = readInput(operation, request);
    const exchange = new OpenExchange(request, reply);
    const answered = handler(who as never, input as never, exchange);
    return answered instanceof Promise ? answered.then(written) : written(answered);

    function written(value: unknown): unknown {
      if (value instanceof ChunkedJson) {
        sendInChunks(reply, value.text);
        return undefined;
      }
      if (!(value instanceof WrittenJson)) return value;
      reply.type(jsonType);
      return value.content;
    }
  }

  async function handleBefore(
    visitor: Visitor,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    if (before === undefined) return false;
    const { params = [] } = operation.input;
    const input = readInput({ input: { params } }, request);
    return await before(visitor, input as never, new OpenExchange(request, reply));
  }

  const isLink = !isPublic && access.scheme === 'link';
  const isForPeople = !isPublic && (access.scheme === 'session' || access.scheme === 'visitor');
  return {
    path,
    access,
    cost,
    ...(isForPeople && { isForPeople, headers: { ...peopleHeaders, ...headers } }),
    ...(!isForPeople && headers !== undefined && { headers }),
    ...(isLink && answer !== 'json' && answer !== 'none' && { hasLinkPages: true }),
    ...(overridable === true && { overridable: [method] }),
    methods: {
      [method]: {
        operation,
        ...(body !== undefined && { body }),
        ...(maxFormBytes !== undefined && { maxFormBytes }),
        ...(before !== undefined && { before: handleBefore }),
        handle,
      },
    },
  };
}

function sendInChunks(reply: FastifyReply, text: string): void {
  reply.type(jsonType).hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  // The headers are made already, so that this adds no length to them.
  reply.raw.end(text);
}

/** Puts the methods of each path together, in the order in which the paths come. */
export function mergeRoutes(routes: readonly Route[]): Route[] {
  const merged = new Map<string, Route>();
  for (const each of routes) {
    const known = merged.get(each.path);
    merged.set(each.path, known === undefined ? each : mergeTwo(known, each));
  }
  return [...merged.values()];
}

function mergeTwo(first: Route, second: Route): Route {
  const own = Object.entries<Action>(second.methods).map(([method, action]) => [
    method,
    { ...action, access: action.access ?? second.access, cost: action.cost ?? second.cost },
  ]);
  const overridable = [...(first.overridable ?? []), ...(second.overridable ?? [])];
  return {
    ...first,
    ...(overridable.length > 0 && { overridable }),
    methods: { ...first.methods, ...(Object.fromEntries(own) as Route['methods']) },
  };
}
