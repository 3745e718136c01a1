import type { ServiceNames } from '../domain/model/appearance.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import Fastify, { LogController } from 'fastify';
import type { Randomness } from '../domain/model/ids.ts';
import type { SecondFactorMode } from '../domain/model/receiver-code.ts';
import { createAnswerPeople } from './app/frame/answer-people.ts';
import { createConfirming } from './app/frame/confirming.ts';
import { descriptionRoutes } from './api/description.ts';
import { errorPageRoutes } from './api/error-pages.ts';
import { eventRoutes } from './api/events.ts';
import { deliveryRoutes } from './api/deliveries.ts';
import { deviceAuthorizationRoutes } from './api/device-authorization.ts';
import { sendDropRoutes } from './api/send.ts';
import { anyoneLinkRoutes } from './api/anyone-links.ts';
import { dropRoutes } from './api/drops.ts';
import { apiRequestRoutes } from './api/requests.ts';
import { apiContactRoutes } from './api/contacts.ts';
import { apiGroupRoutes } from './api/groups.ts';
import { webhookRoutes } from './api/webhooks.ts';
import { programInboxRoutes } from './api/inbox.ts';
import { meRoutes } from './api/me.ts';
import { receiptRoutes } from './api/receipts.ts';
import { sandboxRoutes } from './api/sandbox.ts';
import { apiUploadRoutes } from './api/uploads.ts';
import { adminRoutes } from './app/admin/routes.ts';
import type { Frame } from './app/frame/frame.ts';
import { createFrame } from './app/frame/frame.ts';
import { createPages } from './app/frame/pages.ts';
import { contactRoutes } from './app/contacts/routes.ts';
import { homeRoutes } from './app/home/routes.ts';
import { settingsRoutes } from './app/settings/routes.ts';
import { deviceRoutes } from './app/devices/routes.ts';
import { keyRoutes } from './app/api-keys/routes.ts';
import { passkeyRoutes } from './app/passkeys/routes.ts';
import { securityRoutes } from './app/security/routes.ts';
import { sentRoutes } from './app/sent/routes.ts';
import { sendRoutes } from './app/send/routes.ts';
import { inboxRoutes } from './app/inbox/routes.ts';
import { templateRoutes } from './app/templates/routes.ts';
import { requestRoutes } from './app/file-requests/routes.ts';
import type { InstalledLook } from './app/installed/manifest.ts';
import { installedRoutes } from './app/installed/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { createSessionGuard } from './routing/session-guard.ts';
import { createVisitorForms } from './routing/visitor-forms.ts';
import { createBearerGuard } from './routing/bearer-guard.ts';
import { createGuard } from './routing/basic-guard.ts';
import { createFaultMeeting } from './routing/planned-faults.ts';
import { createRequestRate } from './routing/request-rate.ts';
import { createRouteCosts } from './routing/route-costs.ts';
import {
  findConnectionLimit,
  limitConnections,
  readProcessLimits,
} from './connection/connection-limit.ts';
import type { CgiOptions } from './cgi/routes.ts';
import { cgiRoutes } from './cgi/routes.ts';
import type { RefusalLog } from './error-pages/error-answer.ts';
import { answerError, answerMalformed } from './error-pages/error-answer.ts';
import { PacedRequest } from './connection/paced-request.ts';
import { beginRequests, setStandardHeaders } from './connection/begin-requests.ts';
import { createAnswerLog } from './connection/answer-log.ts';
import { createInFlightRequests } from './connection/in-flight-requests.ts';
import { sandboxHeaders, standardHeaders } from './connection/response-headers.ts';
import { requestOptions } from './connection/request-options.ts';
import { restoreMethod } from './connection/routed-method.ts';
import type { EndListener } from './connection/in-flight-requests.ts';
import { leaveOtherBodies } from './connection/discard-body.ts';
import { isApiPath } from './connection/api-path.ts';
import { answerExpectations } from './connection/expectations.ts';
import { createPreconditions } from './connection/preconditions.ts';
import { healthRoutes } from './health/health.ts';
import type { Readiness } from './health/health.ts';
import { readJsonBodies } from './connection/json-body.ts';
import type { Translations } from '../i18n/texts/translation.ts';
import { inSandbox } from '../i18n/texts/translation.ts';
import type { Asset } from './assets/assets.ts';
import { pageRoutes } from './account-page/routes.ts';
import { watchProgress } from './connection/progress-watchdog.ts';
import { optOutRoutes } from './download-page/opt-out.ts';
import { downloadPageRoutes } from './download-page/routes.ts';
import { mergeRoutes } from './routing/operation.ts';
import { linkOrigin } from './routing/site.ts';
import { endTokenUse, registerRoutes } from './routing/register-routes.ts';
import { shareWithOrigins } from './routing/cross-origin.ts';
import type { Route, Services } from './routing/route.ts';
import { answerHead } from './routing/route.ts';
import type { SecurityTextOptions } from './health/security-text.ts';
import { securityTextRoute } from './health/security-text.ts';
import { uploadPageRoutes } from './upload-page/routes.ts';
import { createLinkErrorPage } from './link-pages/link-error-page.ts';
import type { Gates } from './link-pages/link-guards.ts';
import { createGates, createLinkGuards } from './link-pages/link-guards.ts';

export interface AppOptions extends SecurityTextOptions {
  services: Services;
  readiness: Readiness;
  refusals: RefusalLog;
  assets: ReadonlyMap<string, Asset>;
  /** How the service is called and looks now. It may change while the server runs: asked for with each answer. */
  brand: () => InstalledLook & ServiceNames;
  /** Whether browsers may install the pages of people as an application. */
  isInstallable: boolean;
  log: FastifyBaseLogger;
  randomness: Randomness;
  tls: { cert: string; key: string; ticketKeys: Buffer } | undefined;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  timeZone: string;
  publicUrl: string | undefined;
  alsoHosts: readonly string[];
  /** Of sites whose scripts may call the API. */
  apiOrigins: readonly string[];
  trustedProxies: readonly string[];
  maxJsonBytes: number;
  cgi: CgiOptions;
  requestsPerMinute: number;
  requestsPerLink: number;
  stallMs: number;
  /** The least second factor that receivers must show, whoever sends. */
  secondFactorFloor: SecondFactorMode;
  /** Called for every request that has ended. */
  endListeners?: readonly EndListener[];
}

/** Random, so that they are unique among servers and restarts. */
const requestIdBytes = 12;
const maxHeadersMs = 15_000;
const checksPerTimeout = 3;

/** The checks of routes are compiled ahead. Without this, Fastify loads two compilers at every start. */
const noCompilers = { buildValidator: refuseToCompile, buildSerializer: refuseToCompile };

function refuseToCompile(): never {
  throw new Error('Fastify was given a schema: declare the checks of a route in its Route');
}

/** Every route, as data: what is registered, and what the generated tests use. */
export function routeTable(
  options: AppOptions,
  frame: Frame = createFrame(options),
  gates: Gates = createGates(options.services, options),
): Route[] {
  const people = peopleRoutes(options, frame);
  frame.showRoutes(people);
  return mergeRoutes([...openRoutes(options, gates), ...people]).map(answerHead);
}

/** The pages of people with accounts. */
function peopleRoutes(options: AppOptions, frame: Frame): Route[] {
  const { services, publicUrl, stallMs, secondFactorFloor, cgi } = options;
  const pages = createPages(frame, createVisitorForms(services, publicUrl));
  return [
    ...signInRoutes(services, pages),
    ...passkeyRoutes(services, pages),
    ...keyRoutes(services, pages),
    ...deviceRoutes(services, pages),
    ...homeRoutes(services, pages),
    ...securityRoutes(services, pages),
    ...contactRoutes(services, pages),
    ...settingsRoutes(services, pages),
    ...sentRoutes(services, pages),
    ...adminRoutes(services, pages),
    ...sendRoutes(services, pages, {
      stallMs,
      secondFactorFloor,
      terms: cgi.terms,
    }),
    ...requestRoutes(services, pages, cgi.terms),
    ...inboxRoutes(services, pages),
    ...templateRoutes(services, pages),
    ...installedRoutes(options),
  ];
}

/** The pages behind links, and the API. */
function openRoutes(options: AppOptions, gates: Gates): Route[] {
  const { services, readiness, assets, brand, publicUrl, cgi } = options;
  const { translations, language, timeZone } = options;
  const spoken = { brand, translations, language, timeZone };
  return [
    ...healthRoutes(readiness),
    securityTextRoute(services.clock, options),
    ...pageRoutes(services, { assets, brand, publicUrl, translations, language }),
    ...downloadPageRoutes(services, gates.download, spoken),
    ...optOutRoutes(services, spoken),
    ...uploadPageRoutes(services, gates.upload, { ...spoken, stallMs: options.stallMs }),
    ...cgiRoutes(services, cgi),
    ...meRoutes(services, options.requestsPerMinute),
    ...apiUploadRoutes(services),
    ...dropRoutes(services, publicUrl),
    ...anyoneLinkRoutes(services, publicUrl),
    ...sendDropRoutes(services, {
      ...{ publicUrl, maxFiles: cgi.maxFiles, maxJsonBytes: options.maxJsonBytes },
    }),
    ...programInboxRoutes(services),
    ...deliveryRoutes(services),
    ...deviceAuthorizationRoutes(services, publicUrl),
    ...apiRequestRoutes(services, publicUrl),
    ...receiptRoutes(services),
    ...errorPageRoutes(options),
    ...descriptionRoutes(options),
    ...eventRoutes(services),
    ...webhookRoutes(services),
    ...(services.sandbox === undefined ? [] : sandboxRoutes(services, services.sandbox)),
    ...apiContactRoutes(services),
    ...apiGroupRoutes(services),
  ];
}

/** The whole HTTP server, not listening yet. */
export function createApp(given: AppOptions): FastifyInstance {
  const { services, refusals, translations } = given;
  const { sandbox } = services;
  const options = sandbox ? { ...given, translations: inSandbox(translations) } : given;
  const headers = { ...standardHeaders, ...(sandbox !== undefined && sandboxHeaders) };
  const frame = createFrame(options);
  const gates = createGates(services, options);
  const answer = answerError(
    options,
    refusals,
    createAnswerPeople(frame, createConfirming(services, frame)),
    createLinkErrorPage(options),
  );
  const newRequestId = (): string => options.randomness.bytes(requestIdBytes).toString('base64url');
  const inFlight = createInFlightRequests(services.clock, [
    createAnswerLog(options.log, services.clock),
    endTokenUse,
    ...(options.endListeners ?? []),
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
      restoreMethod(request.raw);
      setStandardHeaders(reply, request.id, headers);
      share(request, reply);
      void answer(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      const { request, response } = inFlight.findOn(socket) ?? {};
      // Bytes that are written now would become a part of an answer that has begun.
      const isAnswering = response?.headersSent === true;
      // What follows on a whole request is another one, of which nothing is known.
      const broken = request?.raw.complete === false ? request : undefined;
      const isForApi = broken !== undefined && isApiPath(broken.raw);
      const origin = isForApi ? linkOrigin(broken, options.publicUrl) : undefined;
      const requestId = broken?.id ?? newRequestId();
      answerMalformed(error, socket, { requestId, isAnswering, headers, origin });
    },
    ...(options.tls === undefined
      ? { http: serverOptions }
      : { https: { ...serverOptions, ...options.tls, minVersion: 'TLSv1.2' as const } }),
  });
  app.server.headersTimeout = headersTimeoutMs;
  limitConnections(app.server, options.log, findConnectionLimit(readProcessLimits()));
  app.server.requestTimeout = 0; // Uploads may take all night; the watchdog checks progress instead.
  answerExpectations(app);
  watchProgress(app, inFlight, { clock: services.clock, stallMs: options.stallMs });
  beginRequests(app, inFlight, headers);
  app.setErrorHandler(answer);
  readJsonBodies(app);
  leaveOtherBodies(app);

  const routes = routeTable(options, frame, gates);
  const preconditions = createPreconditions(options);
  const share = shareWithOrigins(app, { origins: options.apiOrigins, routes, preconditions });
  const rate = createRequestRate(options.requestsPerMinute, services.counters.requests);
  registerRoutes(app, {
    routes,
    guard: createGuard(services, rate),
    bearerGuard: createBearerGuard(services, rate),
    sessionGuard: createSessionGuard(services, { publicUrl: options.publicUrl, rate }),
    visitorForms: createVisitorForms(services, options.publicUrl),
    links: createLinkGuards(services, gates, options.publicUrl),
    costs: createRouteCosts({
      slots: services.slots,
      hasher: services.hasher,
      counter: services.counters.linkRequests,
      requestsPerLink: options.requestsPerLink,
    }),
    preconditions,
    meetFault: sandbox && createFaultMeeting(sandbox.faults),
  });
  app.addHook('preClose', (done) => {
    services.followers.stop();
    done();
  });
  return app;
}
