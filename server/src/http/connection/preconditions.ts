import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';

const maxHeaderLines = 200;
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::[0-9]*)?$/i;

interface OwnNames {
  /** Undefined: every host name is accepted. */
  publicUrl: string | undefined;
  /** Further names; one without a port is accepted on any port. */
  alsoHosts: readonly string[];
}

/** The checks of any request before its route. */
export function createPreconditions({ publicUrl, alsoHosts }: OwnNames) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { anyHost }: { anyHost: boolean },
  ): void => {
    if (request.raw.rawHeaders.length / 2 > maxHeaderLines) {
      throw new ValiseError('headers_too_large', 'The request has too many headers.');
    }
    const host = findHost(request, publicHost);
    if (host !== undefined) refuseOtherAuthority(request, host);
    refuseTwoCredentials(request);
    refuseUnknownTransferCoding(request, reply);
    if (publicHost === undefined || host === undefined || anyHost) return;
    if (!isSameHost(host, publicHost) && !alsoHosts.some((name) => isAlso(host, name))) {
      throw new ValiseError('misdirected', 'This server does not answer to that host name.');
    }
  };
}

/**
 * The one host that a request names. Several could mean one to a proxy and another here. HTTP/1.0 knows no Host: without
 * one, such a request is for the public host, where there is any.
 */
function findHost({ raw }: FastifyRequest, publicHost: string | undefined): string | undefined {
  if (raw.headers.host === undefined && raw.httpVersion === '1.0') {
    if (publicHost !== undefined) raw.headers.host = publicHost;
    return publicHost;
  }
  const { host } = raw.headers;
  if (host === undefined) throw new ValiseError('bad_request', 'The request names no Host.');
  if (countLines(raw.rawHeaders, 'host') > 1 || !hostPattern.test(host)) {
    throw new ValiseError('bad_request', 'The request names its Host wrongly.');
  }
  return host;
}

/** A request may name its host twice: as part of its address, and in its Host. Both must be the same. */
function refuseOtherAuthority({ originalUrl }: FastifyRequest, host: string): void {
  if (originalUrl.startsWith('/') || originalUrl === '*') return;
  const authority = URL.canParse(originalUrl) ? new URL(originalUrl).host : '';
  if (!isSameHost(host, authority)) {
    throw new ValiseError('bad_request', 'The address names another host than the Host header.');
  }
}

/** Of several, a proxy could check one and this server another. */
function refuseTwoCredentials({ raw }: FastifyRequest): void {
  if (countLines(raw.rawHeaders, 'authorization') > 1) {
    throw new ValiseError('bad_request', 'The request has more than one Authorization header.');
  }
}

/** Names and values alternate in `rawHeaders`. */
function countLines(rawHeaders: readonly string[], wanted: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) count += 1;
  }
  return count;
}

/**
 * Bodies come with a length or in chunks; another coding would be treated as content. The end of the body
 * is then ambiguous, so that nothing that follows on the connection is answered.
 */
function refuseUnknownTransferCoding({ raw }: FastifyRequest, reply: FastifyReply): void {
  const coding = raw.headers['transfer-encoding']?.trim().toLowerCase();
  if (coding === undefined || (coding === 'chunked' && raw.httpVersion !== '1.0')) return;
  reply.raw.shouldKeepAlive = false;
  throw new ValiseError('bad_request', 'The only Transfer-Encoding understood is chunked.');
}

/** Whether a Host header names the public host; a default port may be given or not. */
function isSameHost(header: string, publicHost: string): boolean {
  return (
    header.toLowerCase().replace(/:(?:80|443)$/, '') === publicHost.replace(/:(?:80|443)$/, '')
  );
}

function isAlso(header: string, name: string): boolean {
  const host = header.toLowerCase();
  const wanted = name.toLowerCase();
  return host === wanted || host.replace(/:[0-9]*$/, '') === wanted;
}

/** Requests whose clients wait for `100 Continue` before they send their bodies. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * A client that asks before it sends (`Expect: 100-continue`) is told to continue only when the request
 * passed every check that needs no body, so that a refused upload is not sent.
 */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  // An unknown expectation may be ignored, and its request is checked like any other.
  app.server.on('checkExpectation', (request: IncomingMessage, response) => {
    app.server.emit('request', request, response);
  });
}

/** Sends `100 Continue`, if the client waits for it. */
export function goOn(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Whether the client still waits, and will not send its body if it is refused. */
export function isWaitingToSend(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** A header value of the form `value; name=text; name="quoted text"`. */
export interface ParameterisedValue {
  value: string;
  /** By name in lower case. */
  parameters: ReadonlyMap<string, string>;
}

export type Charset = 'utf-8' | 'windows-1252';

/** ISO-8859-1 is read as windows-1252, which adds letters where the former has control characters. */
const charsetsByName: Readonly<Record<string, Charset>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
};

const leading = /^[ \t]*([^;\s"]+)[ \t]*/;
const parameter =
  /^;[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|([^;\s"]*))[ \t]*/;

/**
 * Undefined when the value is malformed or names a parameter twice. In a quoted text only `\"` and `\\` are
 * escapes: some clients send unescaped Windows paths.
 */
export function parseParameters(header: string): ParameterisedValue | undefined {
  const start = leading.exec(header);
  const value = start?.[1];
  if (start === null || value === undefined) return undefined;
  const parameters = new Map<string, string>();
  let rest = header.slice(start[0].length);
  while (rest !== '' && !/^;?[ \t]*$/.test(rest)) {
    const match = parameter.exec(rest);
    const name = match?.[1]?.toLowerCase();
    if (match === null || name === undefined || parameters.has(name)) return undefined;
    parameters.set(name, match[2]?.replace(/\\(["\\])/g, '$1') ?? match[3] ?? '');
    rest = rest.slice(match[0].length);
  }
  return { value: value.toLowerCase(), parameters };
}

/** The charset that a content type declares; UTF-8 where it declares none. Throws on any other. */
export function charsetOf(contentType: string): Charset {
  const declared = parseParameters(contentType)?.parameters.get('charset') ?? 'utf-8';
  const charset = charsetsByName[declared.toLowerCase()];
  if (charset !== undefined) return charset;
  throw new ValiseError(
    'unsupported_media_type',
    'Send text as UTF-8, or declare its charset as ISO-8859-1 or windows-1252.',
  );
}

/** Throws `bad_request` where the bytes are not valid text of that charset: nothing is stored garbled. */
export function decodeText(bytes: Uint8Array, charset: Charset, what: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ValiseError('bad_request', `${what} is not valid UTF-8.`, { cause: error });
  }
}

const expected = {
  json: { type: 'application/json', message: 'The body must be JSON, sent as application/json.' },
  multipart: {
    type: 'multipart/form-data',
    message: 'Files must be sent as multipart/form-data.',
  },
  tus: {
    type: 'application/offset+octet-stream',
    message: 'The bytes of an upload must be sent as application/offset+octet-stream.',
  },
  form: {
    type: 'application/x-www-form-urlencoded',
    message: 'The body must be a form, sent as application/x-www-form-urlencoded.',
  },
} as const;

/** Refuses a body of another media type than the operation takes, and JSON in an unsupported charset. */
export function checkMediaType(request: FastifyRequest, kind: keyof typeof expected): void {
  const { type, message } = expected[kind];
  const { 'content-type': contentType = '' } = request.headers;
  const essence = contentType.split(';')[0]?.trim().toLowerCase();
  if (essence !== type) throw new ValiseError('unsupported_media_type', message);
  if (kind === 'json') charsetOf(contentType);
}

/** Refuses a body with a content coding: its true size would not be known. */
export function refuseContentCoding({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() === 'identity') return;
  throw new ValiseError(
    'unsupported_media_type',
    'Send the body as it is, without a Content-Encoding.',
  );
}
