import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import Fastify, { LogController } from 'fastify';
import type { Randomness } from '../domain/model/ids.ts';
import { createGuard, createRequestRate, createRouteCosts } from './routing/guard.ts';
import {
  findConnectionLimit,
  limitConnections,
  readProcessLimits,
} from './connection/connection-limit.ts';
import type { CgiOptions } from './cgi/routes.ts';
import { cgiRoutes } from './cgi/routes.ts';
import type { RefusalLog } from './error-pages/error-answer.ts';
import { answerError, answerMalformed } from './error-pages/error-answer.ts';
import {
  PacedRequest,
  beginRequests,
  createAnswerLog,
  createInFlightRequests,
  createRequestIds,
  knownMethods,
  requestOptions,
  setStandardHeaders,
} from './connection/requests.ts';
import type { EndListener } from './connection/requests.ts';
import { leaveOtherBodies } from './connection/take-body.ts';
import { answerExpectations, createPreconditions } from './connection/preconditions.ts';
import { healthRoutes } from './health/health.ts';
import type { Readiness } from './health/health.ts';
import { readJsonBodies } from './connection/json-body.ts';
import type { Translations } from '../i18n/texts/translation.ts';
import type { Asset } from './assets/assets.ts';
import { pageRoutes } from './account-page/routes.ts';
import { watchProgress } from './connection/progress-watchdog.ts';
import { noMailRoute, noReminderRoute } from './download-page/opt-out.ts';
import { downloadPageRoutes } from './download-page/routes.ts';
import { endTokenUse, registerRoutes } from './routing/register-routes.ts';
import type { Route, Services } from './routing/route.ts';
import { answerHead } from './routing/route.ts';
import type { SecurityTextOptions } from './health/security-text.ts';
import { securityTextRoute } from './health/security-text.ts';
import { uploadPageRoutes } from './upload-page/routes.ts';

export interface AppOptions extends SecurityTextOptions {
  services: Services;
  readiness: Readiness;
  refusals: RefusalLog;
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
  /** Called for every request that has ended. */
  onRequestEnd?: EndListener | undefined;
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
  const { services, readiness, refusals, assets, serviceName, publicUrl, cgi } = options;
  const { supportAddress, translations, language, timeZone } = options;
  const spoken = {
    refusals,
    serviceName,
    supportAddress,
    translations,
    language,
    timeZone,
    publicUrl,
  };
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
  const { services, refusals, serviceName } = options;
  const newRequestId = createRequestIds(options.randomness);
  const inFlight = createInFlightRequests(services.clock, [
    createAnswerLog(options.log, services.clock),
    endTokenUse,
    ...(options.onRequestEnd === undefined ? [] : [options.onRequestEnd]),
  ]);
  const headersTimeoutMs = Math.min(maxHeadersMs, options.stallMs);
  const serverOptions = {
    IncomingMessage: PacedRequest,
    requireHostHeader: false,
    connectionsCheckingInterval: Math.ceil(headersTimeoutMs / checksPerTimeout),
  };

  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    ...requestOptions(options.log, newRequestId),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: options.maxJsonBytes,
    routerOptions: { maxParamLength: 4096 },
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: noCompilers },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders(reply, request.id);
      void answerError(serviceName, refusals)(error, request, reply);
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
  watchProgress(app, inFlight, { clock: services.clock, stallMs: options.stallMs });
  beginRequests(app, inFlight);
  app.setErrorHandler(answerError(serviceName, refusals));
  readJsonBodies(app);
  leaveOtherBodies(app);

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
