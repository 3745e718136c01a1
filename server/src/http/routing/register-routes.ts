import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Access, LinkAccess, VisitorAccess } from '#protocol/access.ts';
import type { Cost, Method } from '#protocol/operations/operation.ts';
import { costs as costLevels } from '#protocol/operations/operation.ts';
import type { EndUse } from '../../domain/access/csrf.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError, nothingHere } from '../../domain/model/valise-error.ts';
import { checkMediaType, isOfKind, refuseContentCoding } from '../connection/body-kinds.ts';
import { leaveOtherBodies } from '../connection/discard-body.ts';
import { goOn } from '../connection/expectations.ts';
import { readFormFields } from '../connection/json-body.ts';
import type { LinkGuards } from './link-guard.ts';
import { isMisspelt } from '../connection/request-options.ts';
import { appHeaders } from '../connection/response-headers.ts';
import { routedMethod } from '../connection/routed-method.ts';
import type { createPreconditions } from '../connection/preconditions.ts';
import type { BearerGuard } from './bearer-guard.ts';
import type { Admission, Guard } from './basic-guard.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { createFaultMeeting } from './planned-faults.ts';
import { overrideMethod } from './method-override.ts';
import { rateFields, requestLimit } from './rate-fields.ts';
import type { RouteCosts } from './route-costs.ts';
import { strangerOf } from './stranger.ts';
import type { Action, Person, Route, Visitor } from './route.ts';
import type { SessionGuard } from './session-guard.ts';
import { cgiAccess, isDeclaredAccess } from './route.ts';
import type { VisitorForms } from './visitor-forms.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    cost?: Cost;
    isForPeople?: boolean;
    hasLinkPages?: boolean;
  }
  interface FastifyRequest {
    /** Set by the guard before a handler of an account's route runs. */
    principal: Principal | null;
    /** Set by the guard before a handler of a signed-in person's route runs. */
    person: Person | null;
    /** The fields of a form, once its guard has read them. */
    form: URLSearchParams | null;
    /** Ends the use of its token; called once the answer has ended. */
    endTokenUse: EndUse | undefined;
    /** Whether its answer has ended, or never will. */
    isOver: boolean;
    /** The pattern of its route: the real path contains names and secrets. */
    route: string;
  }
}

interface Registration {
  routes: readonly Route[];
  guard: Guard;
  /** Left out where no route is of bearers. */
  bearerGuard?: BearerGuard;
  /** Left out where no route is of signed-in people. */
  sessionGuard?: SessionGuard;
  /** Left out where no route is of people who are not signed in. */
  visitorForms?: VisitorForms;
  /** Left out where no route is of links. */
  links?: LinkGuards;
  costs: RouteCosts;
  preconditions: ReturnType<typeof createPreconditions>;
  /** In a sandbox. */
  meetFault?: ReturnType<typeof createFaultMeeting> | undefined;
}

/** How the requests of one method of a route are served. */
interface Served {
  /** Undefined for a method that the route does not support. */
  action: Action | undefined;
  cost: Cost;
  admit: (request: FastifyRequest) => Admission | Promise<Admission | Person> | undefined;
  isBearer: boolean;
  carryOut: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** The forms of pages behind links have only a few words. */
const maxLinkFormBytes = 4096;

/** Probes come by address, not by name, and learn nothing. */
const healthPaths = new Set(['/healthz', '/readyz']);

/** What no other route of an account matches: it is guarded all the same, and does not exist. */
const elsewhere: Route = {
  path: '/:user/*',
  access: cgiAccess,
  cost: 'none',
  methods: {},
};

/** What no other page of signed-in people matches. */
const elsewhereInApp: Route = {
  path: '/app/*',
  access: { scheme: 'session' },
  cost: 'none',
  isForPeople: true,
  headers: appHeaders,
  methods: {},
};

/**
 * Registers the route table behind the guard. A route without a declared access or cost stops the start.
 */
export function registerRoutes(app: FastifyInstance, registration: Registration): void {
  const { routes, guard, bearerGuard, sessionGuard, visitorForms } = registration;
  const { links, costs, preconditions, meetFault } = registration;
  app.decorateRequest('principal', null);
  app.decorateRequest('person', null);
  app.decorateRequest('form', null);
  app.decorateRequest('endTokenUse', undefined);
  app.decorateRequest('isOver', false);
  app.decorateRequest('route', 'unknown');
  app.addHook('onRoute', ({ url, config }) => {
    refuseUndeclared(url, config);
  });

  /** What a guard decides before anything is read; undefined where anybody may come as far as the handler. */
  function admitterOf(access: Access): Served['admit'] {
    if (access === 'public' || access.scheme === 'visitor' || access.scheme === 'link') {
      return () => undefined;
    }
    if (access.scheme === 'basic') return (request) => guard(request, access);
    if (access.scheme === 'bearer') return (request) => given(bearerGuard)(request, access);
    return (request) => given(sessionGuard).admit(request, access);
  }

  /** Notes whom a guard let in. */
  function note(
    admitted: Admission | Person,
    { isBearer }: Served,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if ('session' in admitted) {
      request.person = admitted;
      return;
    }
    const { principal } = admitted;
    request.principal = principal;
    request.endTokenUse = admitted.endTokenUse;
    if (isBearer) tellLimit(principal, reply);
    meetFault?.(principal.account.id, request, reply);
    if (request.isOver) endTokenUse({ request });
  }

  /** The link is resolved when the request may use it. A form is read after that, and only of a page of ours. */
  function meetVisitors(action: Action, access: VisitorAccess | LinkAccess): Served['carryOut'] {
    const isLink = access.scheme === 'link';
    const readForm = (request: FastifyRequest): Promise<URLSearchParams> =>
      isLink ? readLinkForm(request) : given(visitorForms).read(request);
    return async (request, reply) => {
      const visitor: Visitor = { actor: strangerOf(request) };
      if ((await action.before?.(visitor, request, reply)) === true) return reply;
      const who =
        access.scheme === 'link' ? await given(links)[access.to](request, reply, access) : visitor;
      if (who === undefined) return reply;
      if (action.body === 'form') request.form = await readForm(request);
      return await action.handle(who as never, request, reply);
    };
  }

  /** No page of ours is behind the form, and no cookie counts. */
  async function takeOpenForm(
    action: Action,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    request.form = await readLinkForm(request);
    return await action.handle(undefined as never, request, reply);
  }

  function carryOutOf(action: Action, access: Access): Served['carryOut'] {
    if (access === 'public' && action.body === 'form') {
      return (request, reply) => takeOpenForm(action, request, reply);
    }
    return access !== 'public' && (access.scheme === 'visitor' || access.scheme === 'link')
      ? meetVisitors(action, access)
      : (request, reply) =>
          action.handle((request.principal ?? request.person) as never, request, reply);
  }

  /** Decides once what does not depend on the request. Another method is guarded as the route is. */
  function serve(route: Route, action?: Action): Served {
    const { access = route.access, cost = route.cost } = action ?? {};
    return {
      action,
      cost,
      admit: admitterOf(access),
      isBearer: access !== 'public' && access.scheme === 'bearer',
      carryOut: action === undefined ? () => undefined : carryOutOf(action, access),
    };
  }

  for (const route of [...routes, elsewhere, elsewhereInApp]) {
    const host = { anyHost: healthPaths.has(route.path) };
    refuseUndeclared(route.path, route);
    const other = serve(route);
    const served = new Map(
      Object.entries(route.methods).map(([method, action]) => [method, serve(route, action)]),
    );
    add(app, route, {
      url: route.path,
      method: routedMethod,
      config: {
        access: route.access,
        cost: route.cost,
        isForPeople: route.isForPeople ?? false,
        hasLinkPages: route.hasLinkPages ?? false,
      },
      onRequest(request, reply, done) {
        request.route = route.path;
        if (route.headers !== undefined) reply.headers(route.headers);
        if (route.overridable !== undefined) overrideMethod(route.overridable, request);
        const by = served.get(request.method) ?? other;
        const deprecated = by.action?.operation?.deprecated;
        if (deprecated !== undefined) reply.headers(deprecationHeaders(deprecated));
        preconditions(request, reply, host);
        if (isMisspelt(request)) throw nothingHere();
        const admission = by.admit(request);
        const letIn = (admitted: Admission | Person | undefined) => {
          if (admitted !== undefined) note(admitted, by, request, reply);
          enter(route, by, request, reply);
        };
        // A caller that need not wait is not made to: waiting costs more than the checks.
        if (admission instanceof Promise) {
          goOnAfter(admission.then(letIn), done);
          return;
        }
        letIn(admission);
        done();
      },
      ...(isForSessions(route) &&
        sessionGuard !== undefined && { preHandler: checkSender(route, sessionGuard) }),
      handler(request, reply) {
        const { cost, carryOut } = served.get(request.method) ?? other;
        return costs(cost, request, () => carryOut(request, reply));
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    preconditions(request, reply, { anyHost: false });
    throw nothingHere();
  });
}

function goOnAfter(entered: Promise<void>, done: (error?: Error) => void): void {
  entered.then(() => {
    done();
  }, done);
}

async function readLinkForm({ raw }: FastifyRequest): Promise<URLSearchParams> {
  return await readFormFields(raw, maxLinkFormBytes);
}

function refuseUndeclared(url: string, declared: { access?: Access; cost?: Cost } = {}): void {
  if (!isDeclaredAccess(declared.access)) throw new Error(`The route ${url} declares no access`);
  if (!costLevels.some((level) => level === declared.cost)) {
    throw new Error(`The route ${url} declares no cost`);
  }
}

/** Adds a route. Where it takes any bytes, nothing parses them, not even JSON. */
function add(app: FastifyInstance, { methods }: Route, options: RouteOptions): void {
  if (!Object.values(methods).some(({ operation }) => operation?.takesBytes)) {
    app.route(options);
    return;
  }
  app.register((apart, _options, done) => {
    apart.removeAllContentTypeParsers();
    leaveOtherBodies(apart);
    apart.route(options);
    done();
  });
}

function given<Guarding>(guard: Guarding | undefined): Guarding {
  if (guard === undefined) throw new Error('A route was reached without its guard');
  return guard;
}

/** Ends the use of a request's token, if any: its lifetime starts again. */
export function endTokenUse({ request }: { request: FastifyRequest }): void {
  request.isOver = true;
  request.endTokenUse?.()?.catch((error: unknown) => {
    request.log.error({ err: error }, 'a CSRF token could not be renewed');
  });
}

/** Tells a program of API v1 how many requests are left to it, where they are limited. */
function tellLimit({ requestsLeft }: Principal, reply: FastifyReply): void {
  if (requestsLeft !== undefined) reply.headers(rateFields([requestLimit(requestsLeft)]));
}

/** Takes the request on to its handler. Throws unless the route supports the method, with a body of this kind. */
function enter(
  route: Route,
  { action }: Served,
  request: FastifyRequest,
  { raw: response }: FastifyReply,
): void {
  if (route === elsewhere || route === elsewhereInApp) throw nothingHere();
  if (action === undefined) throw methodNotAllowed(route);
  if (request.headers['content-encoding'] !== undefined) refuseContentCoding(request);
  const { body, operation } = action;
  const isWithPart = operation?.jsonPart !== undefined && isOfKind(request, 'multipart');
  if (body !== undefined && !isWithPart) checkMediaType(request, body);
  goOn(request.raw, response);
}

/** Other routes have no such hook: it costs a turn of the event loop. */
function checkSender(route: Route, guard: SessionGuard) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { person } = request;
    const action = route.methods[request.method as Method];
    if (person === null || action === undefined) return;
    await guard.checkSender(person, request, reply, { access: route.access, ...action });
  };
}

function isForSessions({ access }: Route): boolean {
  // What declares no access at all is refused elsewhere.
  return isDeclaredAccess(access) && access !== 'public' && access.scheme === 'session';
}

function methodNotAllowed({ methods }: Route): ValiseError {
  const allow = Object.keys(methods).join(', ');
  return new ValiseError('method_not_allowed', `Only ${allow} can be used here.`, { allow });
}
