import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#protocol/access.ts';
import type { Compiled, CompiledOperation } from '#protocol/operations/compiled.ts';
import type { InputOf, JsonOf, Operation } from '#protocol/operations/operation.ts';
import { repeatKeyHeader } from '#protocol/operations/operation.ts';
import type { KeyedRequest } from '../../domain/access/repeats.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { isApiPath } from '../connection/api-path.ts';
import { appHeaders, peopleHeaders } from '../connection/response-headers.ts';
import { sourceOf } from '../connection/source-of.ts';
import type { LinkTargets, OpenedLink } from './link-guard.ts';
import { readInput, refuseUnknownFields, refuseUnknownQuery } from './read-input.ts';
import type { Action, Person, Route, Visitor } from './route.ts';
import { linkOrigin } from './site.ts';

/** Who calls an operation: what its guard found out. */
export type WhoOf<Given extends Access> = Given extends { scheme: 'session' }
  ? Person
  : Given extends { scheme: 'visitor' }
    ? Visitor
    : Given extends { scheme: 'link'; to: infer To extends keyof LinkTargets }
      ? OpenedLink<LinkTargets[To]>
      : Given extends { scheme: 'basic' | 'bearer' }
        ? Principal
        : undefined;

const jsonType = 'application/json; charset=utf-8';

/** An answer that is not a value to be written as JSON. */
abstract class OwnAnswer {
  /** Returns what Fastify is to send; undefined for what was sent already. */
  abstract sendBy(reply: FastifyReply): unknown;
}

/** JSON that was written already, or is written as the client takes it. */
export class WrittenJson extends OwnAnswer {
  readonly content: string | Readable;

  constructor(content: string | Readable) {
    super();
    this.content = content;
  }

  override sendBy(reply: FastifyReply): unknown {
    reply.type(jsonType);
    return this.content;
  }
}

/** The answer in one of the other media types of its operation, written as the client takes it. */
export class StreamedAs extends OwnAnswer {
  readonly type: string;
  readonly content: Readable;

  constructor(type: string, content: Readable) {
    super();
    this.type = type;
    this.content = content;
  }

  override sendBy(reply: FastifyReply): unknown {
    reply.type(this.type);
    // Fastify reads a stream to its end, even for an answer without content.
    return reply.request.method === 'HEAD' ? '' : this.content;
  }
}

/** JSON that is sent without a Content-Length: existing clients are used to that in an answer to an upload. */
export class ChunkedJson extends OwnAnswer {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override sendBy(reply: FastifyReply): undefined {
    reply.type(jsonType).hijack();
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    // The headers are made already, so that this adds no length to them.
    reply.raw.end(this.text);
  }
}

/** What writes server-sent events. One of both is called. */
export interface EventSource {
  /** Resolves when the answer has ended. */
  writeTo(response: ServerResponse): Promise<void>;
  /** Nobody wants them. */
  end(): void;
}

/** Server-sent events in place of JSON, where the operation has such a stream. */
export class EventStream extends OwnAnswer {
  readonly source: EventSource;

  constructor(source: EventSource) {
    super();
    this.source = source;
  }

  override sendBy(reply: FastifyReply): undefined {
    // A proxy that buffers would hold events back.
    reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').hijack();
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    if (reply.request.method === 'HEAD') {
      this.source.end();
      reply.raw.end();
      return;
    }
    reply.raw.flushHeaders();
    this.source.writeTo(reply.raw).catch((error: unknown) => {
      reply.log.error({ err: error }, 'a stream of events was cut');
      reply.raw.destroy();
    });
  }
}

type AnswerOf<Declared extends Operation> = Declared['answer'] extends string
  ? FastifyReply
  : | JsonOf<Declared['answer']>
    | WrittenJson
    | ChunkedJson
    | StreamedAs
    | (Declared extends { streams: true } ? EventStream : never);

/** What a handler may know of a request beside its input, and say beside its answer. */
export class Exchange {
  protected readonly request: FastifyRequest;
  protected readonly reply: FastifyReply;
  /** The request, if a program named it with an `Idempotency-Key`: see `createOnce` of API v1. */
  readonly keyed: KeyedRequest | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, keyed?: KeyedRequest) {
    this.request = request;
    this.reply = reply;
    this.keyed = keyed;
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

  /** Calls `act` when the answer has ended, or its client has gone. */
  whenGone(act: () => void): void {
    this.reply.raw.once('close', act);
  }

  /** The start of links that are handed out: the public address, or the one that the client uses. */
  linkOrigin(publicUrl: string | undefined): string {
    return linkOrigin(this.request, publicUrl);
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
    : Declared extends { jsonPart: string }
      ? OpenExchange
      : Exchange;

/** JSON that may come in a part of a multipart body is left out there. */
type InputFor<Declared extends Operation> = Declared extends { jsonPart: string }
  ? Partial<InputOf<Declared['input']>>
  : InputOf<Declared['input']>;

export type Handler<Declared extends Operation> = (
  who: WhoOf<Declared['access']>,
  input: InputFor<Declared>,
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

/** Where the pages of signed-in people are. */
export const appStart = '/app/';

/** How an operation is served, beside its handler. */
export interface Serving {
  /** On all its answers, in place of the usual ones of the same names. */
  headers?: Readonly<Record<string, string>>;
  before?: Action['before'];
}

/** The same for a handler whose types were checked by the caller. */
export function bind(
  operation: CompiledOperation,
  handler: AnyHandler,
  { headers, before }: Serving = {},
): Route {
  const { method, path, access, cost, body, answer, status, maxFormBytes, overridable } = operation;
  const isPublic = access === 'public';

  // A name that was misspelt would leave out a filter. Pages get names from elsewhere, which say nothing to them.
  const isStrict = !isPublic && isApiPath({ url: path });
  const isKeyed = operation.input.headers?.some(({ name }) => name === repeatKeyHeader) === true;
  const isBearer = !isPublic && access.scheme === 'bearer';
  const takesInput = Object.keys(operation.input).length > 0;

  function handle(who: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
    if (isStrict) {
      refuseUnknownQuery(operation, request);
      refuseUnknownFields(operation, request);
    }
    const input = takesInput ? readInput(operation, request) : {};
    if (status !== undefined) reply.code(status);
    const keyed = isBearer && isKeyed ? keyedRequest(operation, request, input) : undefined;
    const answered = handler(who as never, input as never, new OpenExchange(request, reply, keyed));
    // What is no JSON was sent by its handler.
    if (answer !== 'json') return answered;
    return answered instanceof Promise
      ? answered.then((value) => contentOf(value, reply))
      : contentOf(answered, reply);
  }

  const isLink = !isPublic && access.scheme === 'link';
  const isForPeople = !isPublic && (access.scheme === 'session' || access.scheme === 'visitor');
  const usualHeaders = path.startsWith(appStart) ? appHeaders : peopleHeaders;
  return {
    path,
    access,
    cost,
    ...(isForPeople && { isForPeople, headers: { ...usualHeaders, ...headers } }),
    ...(!isForPeople && headers !== undefined && { headers }),
    ...(isLink && answer !== 'json' && answer !== 'none' && { hasLinkPages: true }),
    ...(overridable === true && { overridable: [method] }),
    methods: {
      [method]: {
        operation,
        ...(body !== undefined && { body }),
        ...(maxFormBytes !== undefined && { maxFormBytes }),
        ...(before !== undefined && { before }),
        handle,
      },
    },
  };
}

/** What a program named with a key; undefined where it did not. */
function keyedRequest(
  { name }: CompiledOperation,
  { principal }: FastifyRequest,
  { headers, params, query, json }: Record<string, unknown>,
): KeyedRequest | undefined {
  const key = (headers as Record<string, string | undefined>)[repeatKeyHeader];
  if (principal === null || key === undefined) return undefined;
  const content = [name, JSON.stringify([params, query, json])];
  return { accountId: principal.account.id, key, content };
}

/** What Fastify is to send of an answer; undefined for what was sent already. */
function contentOf(answer: unknown, reply: FastifyReply): unknown {
  return answer instanceof OwnAnswer ? answer.sendBy(reply) : answer;
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
