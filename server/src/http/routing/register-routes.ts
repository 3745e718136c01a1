import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, LinkAccess, VisitorAccess } from '#protocol/access.ts';
import type { Cost, Method } from '#protocol/operations/operation.ts';
import { costs as costLevels } from '#protocol/operations/operation.ts';
import type { EndUse } from '../../domain/access/csrf.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { checkMediaType, refuseContentCoding } from '../connection/body-kinds.ts';
import { goOn } from '../connection/expectations.ts';
import { readFormFields } from '../connection/json-body.ts';
import type { LinkGuards } from './link-guard.ts';
import { otherMethod, supportedMethods } from '../connection/other-methods.ts';
import { isMisspelt } from '../connection/request-options.ts';
import { peopleHeaders } from '../connection/response-headers.ts';
import type { createPreconditions } from '../connection/preconditions.ts';
import type { BearerGuard } from './bearer-guard.ts';
import type { Admission, Guard } from './basic-guard.ts';
import { overrideMethod } from './method-override.ts';
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
}

/** The forms of pages behind links have only a few words. */
const maxLinkFormBytes = 4096;

/** Probes come by address, not by name, and learn nothing. */
const healthPaths = new Set(['/healthz', '/readyz']);

/** What no other route of an account matches: it is guarded all the same, and does not exist. */
const elsewhere: Route = {
  path: '/:user/*',
  access: cgiAccess.account,
  cost: 'none',
  methods: {},
};

/** What no other page of signed-in people matches. */
const elsewhereInApp: Route = {
  path: '/app/*',
  access: { scheme: 'session' },
  cost: 'none',
  isForPeople: true,
  headers: peopleHeaders,
  methods: {},
};

/**
 * Registers the route table behind the guard. A route without a declared access or cost stops the start.
 */
export function registerRoutes(app: FastifyInstance, registration: Registration): void {
  const { routes, guard, bearerGuard, sessionGuard, visitorForms } = registration;
  const { links, costs, preconditions } = registration;
  app.decorateRequest('principal', null);
  app.decorateRequest('person', null);
  app.decorateRequest('form', null);
  app.decorateRequest('endTokenUse', undefined);
  app.decorateRequest('isOver', false);
  app.decorateRequest('route', 'unknown');
  app.addHook('onRoute', ({ url, config }) => {
    if (!isDeclaredAccess(config?.access)) {
      throw new Error(`The route ${url} declares no access`);
    }
    if (!costLevels.some((level) => level === config?.cost)) {
      throw new Error(`The route ${url} declares no cost`);
    }
  });

  /** What a guard decides before anything is read; undefined where anybody may come as far as the handler. */
  function admit(
    request: FastifyRequest,
    access: Access,
  ): Admission | Promise<Admission | Person> | undefined {
    if (access === 'public' || access.scheme === 'visitor' || access.scheme === 'link') return;
    if (access.scheme === 'basic') return guard(request, access);
    if (access.scheme === 'bearer') return given(bearerGuard)(request, access);
    return given(sessionGuard).admit(request, access);
  }

  /** The link is resolved when the request may use it. A form is read after that, and only of a page of ours. */
  async function meetVisitor(
    action: Action,
    access: VisitorAccess | LinkAccess,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const visitor: Visitor = { actor: strangerOf(request) };
    if ((await action.before?.(visitor, request, reply)) === true) return reply;
    const who =
      access.scheme === 'link' ? await given(links)[access.to](request, reply, access) : visitor;
    if (who === undefined) return reply;
    if (action.body === 'form') {
      request.form =
        access.scheme === 'link'
          ? await readFormFields(request.raw, maxLinkFormBytes)
          : await given(visitorForms).read(request);
    }
    return await action.handle(who as never, request, reply);
  }

  for (const route of [...routes, elsewhere, elsewhereInApp]) {
    const anyHost = healthPaths.has(route.path);
    app.route({
      url: route.path,
      method: [...supportedMethods, otherMethod],
      config: {
        access: route.access,
        cost: route.cost,
        isForPeople: route.isForPeople ?? false,
        hasLinkPages: route.hasLinkPages ?? false,
      },
      onRequest(request, reply, done) {
        request.route = route.path;
        if (route.headers !== undefined) reply.headers(route.headers);
        overrideMethod(route, request);
        preconditions(request, reply, { anyHost });
        if (isMisspelt(request)) throw notFound();
        const access = route.methods[request.method as Method]?.access ?? route.access;
        const admission = admit(request, access);
        function enter(admitted: Admission | Person | undefined): void {
          if (admitted !== undefined && 'session' in admitted) request.person = admitted;
          else if (admitted !== undefined) {
            request.principal = admitted.principal;
            request.endTokenUse = admitted.endTokenUse;
          }
          if (request.isOver) endTokenUse({ request });
          refuseUnfit(route, request);
          goOn(request.raw, reply.raw);
        }
        // A caller that need not wait is not made to: waiting costs more than the checks.
        if (admission instanceof Promise) {
          admission.then(enter).then(() => {
            done();
          }, done);
        } else {
          enter(admission);
          done();
        }
      },
      ...(isForSessions(route) &&
        sessionGuard !== undefined && { preHandler: checkSender(route, sessionGuard) }),
      handler(request, reply) {
        const action = route.methods[request.method as Method];
        if (action === undefined) throw methodNotAllowed(route);
        const access = action.access ?? route.access;
        const cost = action.cost ?? route.cost;
        const work = (): unknown =>
          access !== 'public' && (access.scheme === 'visitor' || access.scheme === 'link')
            ? meetVisitor(action, access, request, reply)
            : action.handle((request.principal ?? request.person) as never, request, reply);
        return costs.isCounted(cost, request) ? costs.run(cost, request, work) : work();
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    preconditions(request, reply, { anyHost: false });
    throw notFound();
  });
}

function given<Guarding>(guard: Guarding | undefined): Guarding {
  if (guard === undefined) throw new Error('A route was reached without its guard');
  return guard;
}

/** Ends the use of a request's token, if any: its lifetime starts again. */
export function endTokenUse({ request }: { request: FastifyRequest }): void {
  request.isOver = true;
  request.endTokenUse?.().catch((error: unknown) => {
    request.log.error({ err: error }, 'a CSRF token could not be renewed');
  });
}

/** Throws unless the route supports the method, with a body of this kind. */
function refuseUnfit(route: Route, request: FastifyRequest): void {
  if (route === elsewhere || route === elsewhereInApp) throw notFound();
  const action = route.methods[request.method as Method];
  if (action === undefined) throw methodNotAllowed(route);
  refuseContentCoding(request);
  if (action.body !== undefined) checkMediaType(request, action.body);
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

function notFound(): ValiseError {
  return new ValiseError('not_found', 'There is nothing at this address.');
}

function methodNotAllowed({ methods }: Route): ValiseError {
  const allow = Object.keys(methods).join(', ');
  return new ValiseError('method_not_allowed', `Only ${allow} can be used here.`, { allow });
}
