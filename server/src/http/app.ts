import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import Fastify, { LogController } from 'fastify';
import type { Clock } from '../domain/model/clock.ts';
import type { Randomness } from '../domain/model/ids.ts';
import { createGuard, sourceOf } from './routing/access.ts';
import {
  findConnectionLimit,
  limitConnections,
  readProcessLimits,
} from './connection/connection-limit.ts';
import type { CgiOptions } from './cgi/routes.ts';
import { cgiRoutes } from './cgi/routes.ts';
import { answerError, answerMalformed } from './error-pages/error-answer.ts';
import {
  createInFlightRequests,
  PacedRequest,
  endSilentConnections,
} from './connection/in-flight-requests.ts';
import type { InFlightRequest, Outcome } from './connection/in-flight-requests.ts';
import { answerExpectations, createPreconditions } from './connection/preconditions.ts';
import { healthRoutes } from './health/health.ts';
import type { Readiness } from './health/health.ts';
import {
  knownMethods,
  normalisePath,
  createRequestIds,
  RequestLog,
} from './connection/request-log.ts';
import { readJsonBodies } from './connection/json-body.ts';
import type { Translations } from '../i18n/texts/translation.ts';
import type { Asset } from './assets/assets.ts';
import { pageRoutes } from './account-page/routes.ts';
import { watchProgress } from './connection/progress-watchdog.ts';
import { noMailRoute, noReminderRoute } from './download-page/opt-out.ts';
import { downloadPageRoutes } from './download-page/routes.ts';
import { endTokenUse, registerRoutes } from './routing/register-routes.ts';
import { createRequestRate, createRouteCosts } from './routing/route-costs.ts';
import { standardHeaders } from './connection/response-headers.ts';
import type { Route, Services } from './routing/route.ts';
import { answerHead } from './routing/route.ts';
import type { SecurityTextOptions } from './health/security-text.ts';
import { securityTextRoute } from './health/security-text.ts';
import { uploadPageRoutes } from './upload-page/routes.ts';

export interface AppOptions extends SecurityTextOptions {
  services: Services;
  readiness: Readiness;
  assets: ReadonlyMap<string, Asset>;
  log: FastifyBaseLogger;
  randomness: Randomness;
  tls: { cert: string; key: string; ticketKeys: Buffer } | undefined;
  serviceName: string;
  /** The contact address for people. */
  supportAddress: string | undefined;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  timeZone: string;
  publicUrl: string | undefined;
  alsoHosts: readonly string[];
  trustedProxies: readonly string[];
  maxJsonBytes: number;
  cgi: CgiOptions;
  requestsPerMinute: number;
  requestsPerLink: number;
  stallMs: number;
}

const maxHeadersMs = 15_000;
const checksPerTimeout = 3;

/** The checks of routes are compiled ahead. Without this, Fastify loads two compilers at every start. */
const noCompilers = { buildValidator: refuseToCompile, buildSerializer: refuseToCompile };

function refuseToCompile(): never {
  throw new Error('Fastify was given a schema: declare the checks of a route in its Route');
}

/** Every route, as data: what is registered, and what the generated tests use. */
export function routeTable(options: AppOptions): Route[] {
  const { services, readiness, assets, serviceName, publicUrl, cgi } = options;
  const { supportAddress, translations, language, timeZone } = options;
  const spoken = { serviceName, supportAddress, translations, language, timeZone, publicUrl };
  return [
    ...healthRoutes(readiness),
    securityTextRoute(services.clock, options),
    ...pageRoutes(services, { assets, serviceName, publicUrl }),
    ...downloadPageRoutes(services, spoken),
    noReminderRoute(services, spoken),
    noMailRoute(services, spoken),
    ...uploadPageRoutes(services, { ...spoken, stallMs: options.stallMs }),
    ...cgiRoutes(services, cgi),
  ].map(answerHead);
}

/** The whole HTTP server, not listening yet. */
export function createApp(options: AppOptions): FastifyInstance {
  const { services, serviceName } = options;
  const newRequestId = createRequestIds(options.randomness);
  const logAnswer = createAnswerLog(options.log, services.clock);
  const inFlight = createInFlightRequests(services.clock, (exchange, outcome) => {
    logAnswer(exchange, outcome);
    endTokenUse(exchange.request);
  });
  const headersTimeoutMs = Math.min(maxHeadersMs, options.stallMs);
  const serverOptions = {
    IncomingMessage: PacedRequest,
    requireHostHeader: false,
    connectionsCheckingInterval: Math.ceil(headersTimeoutMs / checksPerTimeout),
  };

  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_log, bindings) => new RequestLog(options.log, bindings),
    genReqId: newRequestId,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: options.maxJsonBytes,
    rewriteUrl: ({ url = '/' }) => normalisePath(url),
    routerOptions: { maxParamLength: 4096 },
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: noCompilers },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders(reply, request.id);
      void answerError(serviceName)(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      const isAnswering = inFlight.isAnswering(socket);
      answerMalformed(error, socket, { requestId: newRequestId(), isAnswering });
    },
    ...(options.tls === undefined
      ? { http: serverOptions }
      : { https: { ...serverOptions, ...options.tls, minVersion: 'TLSv1.2' as const } }),
  });
  app.server.headersTimeout = headersTimeoutMs;
  limitConnections(app.server, options.log, findConnectionLimit(readProcessLimits()));
  app.server.requestTimeout = 0; // Uploads may take all night; the watchdog checks progress instead.
  for (const method of knownMethods) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  answerExpectations(app);
  const noteConnection = endSilentConnections(app);
  watchProgress(app, inFlight, { clock: services.clock, stallMs: options.stallMs });
  app.addHook('onRequest', (request, reply, done) => {
    setStandardHeaders(reply, request.id);
    noteConnection(request.raw.socket);
    inFlight.begin(request, reply);
    done();
  });
  app.setErrorHandler(answerError(serviceName));
  readJsonBodies(app);
  // Bodies that are not JSON are not read here: a handler reads them as a stream.
  app.addContentTypeParser('*', (_request, _body, done) => {
    done(null);
  });

  registerRoutes(app, {
    routes: routeTable(options),
    guard: createGuard(
      services,
      createRequestRate(options.requestsPerMinute, services.counters.requests),
    ),
    costs: createRouteCosts({
      slots: services.slots,
      hasher: services.hasher,
      counter: services.counters.linkRequests,
      requestsPerLink: options.requestsPerLink,
    }),
    preconditions: createPreconditions(options),
  });
  return app;
}

function setStandardHeaders(reply: FastifyReply, requestId: string): void {
  reply.headers(standardHeaders).header('x-request-id', requestId);
}

/** One line for each request. Paths are logged as patterns: the real ones contain names and tokens. */
function createAnswerLog(log: FastifyBaseLogger, clock: Clock) {
  // None of these facts is a secret, and redaction costs more than the rest of a line.
  const plainLog = log.child({}, { redact: [] });
  return ({ request, response, startedAt }: InFlightRequest, outcome: Outcome): void => {
    const { id: reqId, method, route } = request;
    const source = sourceOf(request);
    if (outcome === 'answered') {
      const { statusCode: status } = response;
      const ms = Math.round((clock.monotonic() - startedAt) * 10) / 10;
      plainLog.info({ reqId, method, route, source, status, ms }, 'answered');
    } else {
      plainLog.info({ reqId, method, route, source }, 'the client went away');
    }
  };
}
