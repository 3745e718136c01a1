import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

import type { Span, SpanContext } from '@opentelemetry/api';
import { SpanStatusCode, isSpanContextValid } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { isApiPath } from '../http/connection/api-path.ts';
import type { EndListener } from '../http/connection/in-flight-requests.ts';
import type { Tracer } from './tracer.ts';

/** Probes come every few seconds, and tell nothing. */
const untracedPaths = new Set<string | undefined>(['/healthz', '/readyz']);

/** The methods of HTTP. Any other text may be what a client wants it to be. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/** A span for each request, named by its method and the pattern of its route. */
export function createRequestSpans(
  tracer: Tracer,
  { trustedProxies, ratio }: { trustedProxies: readonly string[]; ratio: number },
) {
  const isTrusted = trust(trustedProxies);
  const spans = new WeakMap<IncomingMessage, Span>();

  const end: EndListener = ({ request, response }, outcome) => {
    const span = spans.get(request.raw);
    if (span === undefined) return;
    const method = methods.has(request.method) ? request.method : '_OTHER';
    const { statusCode } = response;
    span.updateName(`${method} ${request.route}`);
    span.setAttributes({
      'http.request.method': method,
      'http.route': request.route,
      'valise.request.id': request.id,
    });
    if (response.headersSent) span.setAttribute('http.response.status_code', statusCode);
    if (outcome === 'broken off') span.setAttribute('error.type', 'broken_off');
    else if (statusCode >= 500) {
      span.setAttribute('error.type', String(statusCode)).setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };

  return {
    /** Must be called before the app listens. */
    watch(app: FastifyInstance): void {
      app.addHook('onRequest', ({ raw, routeOptions, headers }, _reply, done) => {
        if (untracedPaths.has(routeOptions.url)) {
          done();
          return;
        }
        const named = parseTraceParent(headers.traceparent);
        const caller = isTrusted(raw.socket.remoteAddress)
          ? named
          : isApiPath(raw)
            ? sampled(named, ratio)
            : undefined;
        const span = tracer.startRequest(caller);
        spans.set(raw, span);
        tracer.run(span, done);
      });
      // The events of a body that was read belong to its connection, and not to the request.
      app.addHook('preHandler', ({ raw }, _reply, done) => {
        const span = spans.get(raw);
        if (span === undefined) done();
        else tracer.run(span, done);
      });
    },

    /** For every request that has ended. */
    end,
  };
}

/** How finely a share is drawn. */
const resolution = 1_000_000;

/** The trace that a program names. Clients must not decide that it is recorded: the ratio does. */
export function sampled(named: SpanContext | undefined, ratio: number): SpanContext | undefined {
  return named && { ...named, traceFlags: randomInt(resolution) < ratio * resolution ? 1 : 0 };
}

/** Only a proxy of the operator may say whether a request is recorded, and which trace one of a browser belongs to. */
function trust(ranges: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => address !== undefined && trusted.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

const traceParentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The header `traceparent` of W3C Trace Context; undefined for anything else. */
export function parseTraceParent(header: unknown): SpanContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    traceParentPattern.exec(header) ?? [];
  if (version === undefined || version === 'ff') return undefined;
  if (version === '00' && more !== undefined) return undefined;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  const context = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}
