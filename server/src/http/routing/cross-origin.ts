import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath } from '../connection/api-path.ts';
import type { createPreconditions } from '../connection/preconditions.ts';
import { addVary } from '../connection/vary.ts';
import type { Action, Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a script of an origin that the operator lists sent it to what such scripts may call. */
    isShared: boolean;
  }
}

/** What is uploaded at a page for contacts, and its sending, which alone makes something of it. */
const uploadPattern = /^\/u\/[^/?]+\/(?:tus(?:[/?]|$)|send(?:\?|$))/;

const maxAgeSeconds = 7200;

/** The headers of answers that scripts may read, beside those that the Fetch standard lets every script read. */
const exposed = [
  ...['Location', 'ETag', 'Retry-After', 'WWW-Authenticate', 'Idempotent-Replayed'],
  ...['Oldest-Cursor', 'Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
  ...['Tus-Checksum-Algorithm', 'Upload-Offset', 'Upload-Length', 'Upload-Defer-Length'],
  ...['Upload-Metadata', 'Upload-Expires', 'Content-Digest', 'Repr-Digest', 'RateLimit'],
  ...['RateLimit-Policy', 'Accept-Ranges', 'Allow', 'Content-Disposition', 'Content-Range'],
  ...['Date', 'Deprecation', 'Sunset', 'X-Request-Id'],
].join(', ');

/** Those that every request may have. */
const usualHeaders = ['Content-Type', 'Traceparent', 'Tracestate'];

/** What uploads by tus read, whichever of them the operation names. */
const tusHeaders = [
  ...['Tus-Resumable', 'Upload-Length', 'Upload-Defer-Length', 'Upload-Offset', 'Upload-Metadata'],
  ...['Upload-Checksum', 'Upload-Concat', 'X-HTTP-Method-Override'],
];

const fileHeaders = ['Range', 'If-Range', 'If-Match', 'If-None-Match', 'If-Modified-Since'];

interface Sharing {
  /** As browsers send them. */
  origins: readonly string[];
  routes: readonly Route[];
  preconditions: ReturnType<typeof createPreconditions>;
}

export type ShareAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Lets scripts of the listed origins call the API and upload at the pages of contacts (CORS), and answers what their
 * browsers ask before. No cookie of a reader counts there: credentials of the browser are never allowed. To any other
 * origin nothing is said. Returns what an answer needs that is sent before there are hooks.
 */
export function shareWithOrigins(app: FastifyInstance, sharing: Sharing): ShareAnswer {
  const { routes, preconditions } = sharing;
  const origins = new Set(sharing.origins);
  app.decorateRequest('isShared', false);

  /** On refusals too, so that a script can read why. */
  function share(request: FastifyRequest, reply: FastifyReply): void {
    if (origins.size === 0 || !isShareable(request)) return;
    addVary(reply, 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.has(origin)) return;
    request.isShared = true;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      'cross-origin-resource-policy': 'cross-origin',
    });
  }

  if (origins.size === 0) return share;
  const permitted = new Map(routes.map((route) => [route.path, permissionOf(route)]));
  app.addHook('onRequest', (request, reply, done) => {
    share(request, reply);
    const permission = permitted.get(request.routeOptions.url ?? '');
    if (!request.isShared || permission === undefined || !isPreflight(request)) {
      done();
      return;
    }
    request.route = request.routeOptions.url ?? request.route;
    preconditions(request, reply, { anyHost: false });
    reply.code(204).headers(permission);
    // `done` is not called: the request is answered.
    void reply.send();
  });
  return share;
}

function isShareable({ raw }: FastifyRequest): boolean {
  return isApiPath(raw) || uploadPattern.test(raw.url ?? '');
}

/** A browser asks whether a script may send another request. Clients of tus ask other things by the same method. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function permissionOf({ methods }: Route): Record<string, string | number> {
  const actions: Action[] = Object.values(methods);
  const headers = new Map(
    [...usualHeaders, ...actions.flatMap(headersOf)].map((name) => [name.toLowerCase(), name]),
  );
  return {
    'access-control-allow-methods': Object.keys(methods).join(', '),
    'access-control-allow-headers': [...headers.values()].join(', '),
    'access-control-max-age': maxAgeSeconds,
  };
}

function headersOf({ operation }: Action): string[] {
  if (operation === undefined) return [];
  const { access, answer, input } = operation;
  const own = (input.headers ?? []).map(({ name }) => name);
  return [
    ...(access !== 'public' && access.scheme === 'bearer' ? ['Authorization'] : []),
    ...(own.includes('tus-resumable') ? tusHeaders : []),
    ...(answer === 'file' ? fileHeaders : []),
    ...own,
  ];
}
